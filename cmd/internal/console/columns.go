package console

import "strings"

// columns lays rows of cells out in columns, gap blanks apart, at most w wide in all: columns of numbers stand to the right, the widest
// column gives way first. The first row may be heads. least is how wide each column is at the least; what is beyond it is free.
func columns(rows [][]string, gap, w int, least ...int) []string {
	n := 0
	for _, r := range rows {
		n = max(n, len(r))
	}
	if n == 0 {
		return make([]string, len(rows))
	}
	wide, number := make([]int, n), make([]bool, n)
	for i := range n {
		number[i] = true
		some := false
		for j, r := range rows {
			if i >= len(r) {
				continue
			}
			wide[i] = max(wide[i], length(r[i]))
			if j > 0 && r[i] != "" {
				number[i] = number[i] && isNumber(r[i])
				some = some || strings.ContainsAny(r[i], "0123456789")
			}
		}
		number[i] = number[i] && some
		if i < len(least) {
			wide[i] = max(wide[i], least[i])
		}
	}
	for {
		sum, big := gap*(n-1), 0
		for i, k := range wide {
			sum += k
			if k > wide[big] {
				big = i
			}
		}
		if sum <= w || wide[big] <= 1 {
			break
		}
		wide[big]--
	}
	out := make([]string, len(rows))
	for j, r := range rows {
		var b strings.Builder
		for i, s := range r {
			if i > 0 {
				b.WriteString(strings.Repeat(" ", gap))
			}
			if number[i] {
				b.WriteString(padLeft(s, wide[i]))
			} else {
				b.WriteString(pad(s, wide[i]))
			}
		}
		out[j] = strings.TrimRight(b.String(), " ")
	}
	return out
}

// fit is lines in at most n rows; the last says how many are missing.
func fit(d *desk, lines []string, n int) []string {
	if len(lines) <= n || n < 1 {
		return lines[:min(len(lines), max(n, 0))]
	}
	return append(append([]string{}, lines[:n-1]...), d.word("cut.rows", "n", len(lines)-n+1))
}

func fitRows(d *desk, rows []row, n int) []row {
	if len(rows) <= n || n < 1 {
		return rows[:min(len(rows), max(n, 0))]
	}
	return append(append([]row{}, rows[:n-1]...), row{text: d.word("cut.rows", "n", len(rows)-n+1)})
}

func isNumber(s string) bool {
	for _, r := range s {
		if (r < '0' || r > '9') && !strings.ContainsRune("-+.%!* ", r) {
			return false
		}
	}
	return true
}

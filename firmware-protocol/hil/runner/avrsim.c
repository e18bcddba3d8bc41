/* avrsim.c - runs an ATmega328P ELF under libsimavr: UART0 on a pseudo-terminal, control by a unix socket, HT16K33 chips and an MCP23017 on
 * its I2C wire, an EEPROM that outlives power cuts. Our own code. It links libsimavr, which is GPL-3.0: a tool of tests, never shipped.
 *
 * avrsim [-f hz] [-s speed] [-r] [-b ms] [-u] [-x] [-e FILE] [-n SEED] [-o 1] [-w 70,71] -l LINK -c CTRL.sock firmware.elf
 *   -s speed  pace to speed x real time (0 = flat out)      -r  reset the MCU on each open, as an Uno does
 *   -b ms  after each such reset stay "in the bootloader": host bytes are swallowed, nothing is sent
 *   -u  do not discard TX while nobody has the port open     -x  ignore a host baud mismatch
 *   -e  the EEPROM's bytes, read at the start and written at the end; without, it begins blank
 *   -n  seed of the noise on the open analogue input and of what RAM holds after power comes
 *   -o  the analogue input that is open and noisy: 1
 *   -w  chips on the wire, their addresses in hexadecimal: 70 to 77 HT16K33, 20 an MCP23017
 *
 * Control: a line, an answer.
 *   pin D2 0|1           a level from outside                  wave D2 0 400 1 400 0   levels at exact simulated microseconds
 *                        GPA0 to GPB7 are the MCP23017's: 0 is a contact to ground that is closed, 1 one that is open
 *   quad D2 D3 N US [B]  an encoder's edges, four a detent; each is let go again after B us, and made after B more
 *   get D13              what the MCU drives, or reads
 *   adc 0 MILLIVOLT      tones  edges on D9 since asked last   leds 70  its memory in hexadecimal, "dark" when it shows nothing
 *   chip 70 0|1          take a chip off the wire; put it there, its power just come     regs 20  its registers in hexadecimal
 *   stuck 0|1            every chip holds its answer back      off, on                 power: the line goes, RAM is lost
 *   tear N               power goes in the middle of the Nth EEPROM byte that changes from now on, or 20 ms after the last of fewer
 *   eeprom               its bytes in hexadecimal              poke ADDRESS VALUE      change one
 *   peek ADDRESS         a byte of data memory, its address in hexadecimal
 *   worn 0|1             the EEPROM keeps nothing              hang                    the MCU is stuck in a loop
 *   stamps               the last pin's edge, the end of the first line said after it (simulated microseconds), its bytes, the
 *                        nanoseconds since 1970 at which it was written to the pseudo-terminal
 *   reset, unplug, plug, time (simulated microseconds), stats, quit
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include "sim_avr.h"
#include "sim_elf.h"
#include "sim_hex.h"
#include "sim_irq.h"
#include "sim_time.h"
#include "sim_cycle_timers.h"
#include "avr_uart.h"
#include "avr_ioport.h"
#include "avr_adc.h"
#include "avr_twi.h"
#include "avr_eeprom.h"

static avr_t *avr;
static avr_irq_t *uart_in;
static int master = -1, xoff, open_now, reset_on_open, keep_tx, ignore_baud;
static const char *linkname = "avr-uart0", *ctrl = "avrsim.sock";
static uint8_t rxq[4096]; static unsigned rxh, rxt;
static uint64_t txn, txdrop, rxn, opens;
static uint32_t freq = 16000000; static double speed = 1.0;
static volatile sig_atomic_t stop;
static int powered = 1;
static uint32_t chance = 1;                                               /* what is noise to the MCU, repeatable for us */
static int open_input = 1;
static const char *eefile; static uint8_t *ee, shadow[1024]; static int tear, worn;
static uint64_t tones;
static uint32_t draw(void) { chance ^= chance << 13; chance ^= chance >> 17; return chance ^= chance << 5; }

/* HT16K33: datasheet v1.20, pages 30 to 32 */
static struct chip { int here, on, shown; uint8_t ram[16], at; } chips[8];
/* MCP23017: datasheet DS20001952C, tables 3-1 to 3-5, with IOCON.BANK 0; no interrupts. An open input whose pull-up is off is noise. */
enum { IODIR = 0x00, IPOL = 0x02, GPPU = 0x0C, GPIO = 0x12, OLAT = 0x14, REGS = 0x16, MCP23017 = 8 };
static struct { int here; uint8_t reg[REGS], at, closed[2]; } expander;
static int stuck, talking = -1, first_byte; static avr_irq_t *wire_in;
static void power_on_expander(void) { memset(expander.reg, 0, REGS); expander.reg[IODIR] = expander.reg[IODIR + 1] = 0xFF; }
static void power_on(struct chip *c) { memset(c->ram, 0, sizeof c->ram); c->on = c->shown = 0; }
static uint8_t expander_read(void) {
    int r = expander.at, p = r & 1; expander.at = (r + 1) % REGS;
    if (r != GPIO && r != GPIO + 1) return expander.reg[r];
    uint8_t in = expander.reg[IODIR + p], level = (expander.reg[GPPU + p] | draw()) & ~expander.closed[p];
    return ((in & level) | (~in & expander.reg[OLAT + p])) ^ (in & expander.reg[IPOL + p]);
}
static void expander_write(uint8_t b) {
    int r = expander.at;
    if (first_byte) { first_byte = 0; expander.at = b % REGS; return; }
    if (r == GPIO || r == GPIO + 1) r += OLAT - GPIO;                        /* a write to the port is one to its latch */
    if (r < 0x0E || r > 0x11) expander.reg[r] = b;                           /* INTF and INTCAP are read only */
    expander.at = (expander.at + 1) % REGS;
}
static void chip_write(struct chip *c, uint8_t b) {
    if (!first_byte) { if (c->at < 16) c->ram[c->at++] = b; return; }
    first_byte = 0;
    if ((b & 0xF0) == 0) c->at = b & 15;
    else if ((b & 0xF0) == 0x20) c->on = b & 1;
    else if ((b & 0xF0) == 0x80) c->shown = b & 1;
}
static int at_address(int a) {                                               /* which chip answers; -1: none */
    if (stuck) return -1;
    if (a == 0x20 && expander.here) return MCP23017;
    return a >= 0x70 && a < 0x78 && chips[a - 0x70].here ? a - 0x70 : -1;
}
static void wire(avr_irq_t *i, uint32_t v, void *p) {
    (void)i; (void)p; avr_twi_msg_irq_t m = {.u.v = v};
    if (m.u.twi.msg & TWI_COND_STOP) talking = -1;
    if (m.u.twi.msg & TWI_COND_START) {
        talking = at_address(m.u.twi.addr >> 1); first_byte = 1;
        if (talking >= 0) avr_raise_irq(wire_in, avr_twi_irq_msg(TWI_COND_ACK, m.u.twi.addr, 1));
    }
    if (talking < 0) return;
    if (m.u.twi.msg & TWI_COND_WRITE) {
        avr_raise_irq(wire_in, avr_twi_irq_msg(TWI_COND_ACK, m.u.twi.addr, 1));
        if (talking == MCP23017) expander_write(m.u.twi.data); else chip_write(&chips[talking], m.u.twi.data);
    }
    if (m.u.twi.msg & TWI_COND_READ) avr_raise_irq(wire_in, avr_twi_irq_msg(TWI_COND_READ, m.u.twi.addr, talking == MCP23017 ? expander_read() : 0));
}
static void on_tone(avr_irq_t *i, uint32_t v, void *p) { static uint32_t was; (void)i; (void)p; if ((v & 1) != was) tones++; was = v & 1; }
static int8_t drive[3][8];                      /* ports B, C, D: -1 not driven, else the level */
enum { EXPANDER = 3 };                          /* ports A and B of the MCP23017 come after them */
static double boot_ms; static avr_cycle_count_t held;

static uint64_t nsec(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec * 1000000000ull + t.tv_nsec; }
static void on_sig(int s) { (void)s; stop = 1; }
static void die(const char *m) { perror(m); unlink(linkname); unlink(ctrl); exit(1); }
static void nosleep(avr_t *a, avr_cycle_count_t n) { (void)a; (void)n; }

static void plug(void) {
    if (master >= 0) return;
    /* the kernel gives the lowest free number: another program's daemon that still asks for a pseudo-terminal that is gone would find ours.
     * So the lowest are passed over. */
    static int low[32];
    for (int k = 0; k < 32; k++) low[k] = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    for (int k = 0; k < 32; k++) if (low[k] >= 0) close(low[k]);
    if (master < 0 || grantpt(master) || unlockpt(master)) die("pty");
    char *sn = ptsname(master);
    /* open+close the slave once: raw from the start (no echo of the boot banner back into
     * the MCU), and POLLHUP is then set for as long as nobody has it open */
    int s = open(sn, O_RDWR | O_NOCTTY); struct termios t;
    tcgetattr(s, &t); cfmakeraw(&t); cfsetspeed(&t, B9600); tcsetattr(s, TCSANOW, &t); close(s);
    unlink(linkname);
    if (symlink(sn, linkname)) die("symlink");
}
static void unplug(void) { if (master >= 0) { close(master); master = -1; open_now = 0; unlink(linkname); } }

static int fw_baud(void) {
    unsigned ubrr = avr->data[0xC4] | (avr->data[0xC5] & 0x0F) << 8;      /* UBRR0 */
    return freq / ((avr->data[0xC0] & 2 ? 8 : 16) * (ubrr + 1));           /* UCSR0A.U2X0 */
}
static int host_baud(void) {
    struct termios t; if (master < 0 || tcgetattr(master, &t)) return 0;    /* master sees the slave's termios */
    static const struct { speed_t s; int b; } m[] = {{B9600,9600},{B19200,19200},{B38400,38400},{B57600,57600},{B115200,115200},{B230400,230400},{B500000,500000},{B1000000,1000000}};
    for (unsigned i = 0; i < sizeof m / sizeof *m; i++) if (m[i].s == cfgetospeed(&t)) return m[i].b;
    return -1;
}
static int baud_ok(void) { if (ignore_baud) return 1; int h = host_baud(), f = fw_baud(); if (h <= 0) return 0; double e = (double)(h - f) / f; return e < .045 && e > -.045; }

static uint64_t edge_us, line_us, line_ns, line_n;                       /* of the last edge from outside, and the first whole line after it */
static uint64_t sim_us(void) { return avr->cycle * 1000000 / freq; }
static void edge_now(void) { edge_us = sim_us(); line_us = line_n = 0; }
static void uart_out(avr_irq_t *i, uint32_t v, void *p) {
    (void)i; (void)p; txn++;
    if (edge_us && !line_us) { line_n++; if (v == '\n') { struct timespec t; clock_gettime(CLOCK_REALTIME, &t); line_us = sim_us(); line_ns = t.tv_sec * 1000000000ull + t.tv_nsec; } }
    uint8_t c = v;
    if (master < 0 || (!open_now && !keep_tx)) { txdrop++; return; }
    if (open_now && !baud_ok()) c ^= 0x5A;                                   /* garbage, as with a real mismatch */
    if (write(master, &c, 1) != 1) txdrop++;                                  /* EAGAIN: host does not read: lost */
}
static void feed(void) {
    while (!xoff && rxt != rxh) { uint8_t c = rxq[rxt]; rxt = (rxt + 1) % sizeof rxq; rxn++;
        avr_raise_irq(uart_in, baud_ok() ? c : (c ^ 0x5A) | UART_INPUT_FE); }
}
static void uart_xon(avr_irq_t *i, uint32_t v, void *p) { (void)i; (void)v; (void)p; xoff = 0; feed(); }
static void uart_xoff(avr_irq_t *i, uint32_t v, void *p) { (void)i; (void)v; (void)p; xoff = 1; }

/* level changes at exact simulated times: bounce, quadrature; replies when queued, one at a time */
#define WN 4096
static struct { uint8_t port, bit, lv; uint32_t us; } wv[WN]; static int wn, wi;
/* avr_reset() clears PINx but not the remembered IRQ levels, and an IRQ whose value does not
 * change is filtered: without this every input (pull-ups too) reads 0 after a reset. */
static avr_irq_t *pin_irq(int p, int b) { return avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B' + p), b); }
/* level drives a pin from outside. simavr raises a pulled-up input again with each write to its port, unless it is told that it is held. */
static void level(int p, int b, int v) {
    if (p >= EXPANDER) { uint8_t *c = &expander.closed[p - EXPANDER]; *c = v ? *c & ~(1 << b) : *c | 1 << b; return; }
    avr_ioport_external_t e = {.name = 'B' + p};
    drive[p][b] = v;
    for (int k = 0; k < 8; k++) if (drive[p][k] >= 0) { e.mask |= 1 << k; e.value |= drive[p][k] << k; }
    avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(e.name), &e);
    avr_raise_irq(pin_irq(p, b), v);
}
static int was_reset; static uint64_t resets;
static void on_reset(avr_t *a) { (void)a; was_reset = 1; resets++; }         /* by us, or by the watchdog */
static void levels(void) {
    was_reset = 0; rxh = rxt = xoff = 0;
    for (int p = 0; p < 3; p++) for (int b = 0; b < 8; b++) if (pin_irq(p, b)) avr_raise_irq(pin_irq(p, b), 0);
    for (int p = 0; p < 3; p++) for (int b = 0; b < 8; b++) if (drive[p][b] > 0) avr_raise_irq(pin_irq(p, b), 1);
    wn = wi = 0;                                                              /* avr_reset() drops cycle timers */
}
static void mcu_reset(void) {
    avr_reset(avr); levels();
    held = boot_ms > 0 ? avr->cycle + (avr_cycle_count_t)(boot_ms * freq / 1000) : 0;
}

static void power(int on) {
    if (on == powered) return;
    powered = on;
    if (!on) { unplug(); for (int k = 0; k < 8; k++) power_on(&chips[k]); power_on_expander(); return; }
    for (int a = 0x100; a <= avr->ramend; a++) avr->data[a] = draw();       /* RAM holds anything */
    mcu_reset(); avr->data[0x54] = 1;                                        /* MCUSR: power-on */
    plug();
}
static uint64_t torn_us;                                                     /* of the last byte that changed since tear */
/* watch_ee looks whether the EEPROM has changed: it tears the byte, or forgets it, as asked */
static void watch_ee(void) {
    if (!memcmp(ee, shadow, sizeof shadow)) {
        if (tear && torn_us && sim_us() > torn_us + 20000) tear = 0, power(0);
        return;
    }
    torn_us = sim_us();
    for (unsigned a = 0; a < sizeof shadow; a++) if (ee[a] != shadow[a]) {
        if (worn) { ee[a] = shadow[a]; continue; }
        if (tear && !--tear) { ee[a] = draw(); power(0); }
        shadow[a] = ee[a];
    }
}

static int pin(const char *s, char *port, int *bit) {                        /* D2 = Arduino digital 2; PB5 = port B bit 5; GPA0 of the MCP23017 */
    if (!strncmp(s, "GP", 2)) { *port = 'B' + EXPANDER + s[2] - 'A'; *bit = s[3] - '0'; return (s[2] != 'A' && s[2] != 'B') || *bit < 0 || *bit > 7; }
    if (s[0] == 'P') { *port = s[1]; *bit = s[2] - '0'; return 0; }
    int n = atoi(s + 1);
    if (s[0] == 'D' && n <= 7) { *port = 'D'; *bit = n; return 0; }
    if (s[0] == 'D' && n <= 13) { *port = 'B'; *bit = n - 8; return 0; }
    if (s[0] == 'A' && n <= 5) { *port = 'C'; *bit = n; return 0; }
    return -1;
}
static avr_cycle_count_t wave_cb(avr_t *a, avr_cycle_count_t when, void *p) {
    (void)p;
    for (;;) {
        level(wv[wi].port, wv[wi].bit, wv[wi].lv);
        if (++wi >= wn) { wn = wi = 0; return 0; }
        if (wv[wi].us) return when + avr_usec_to_cycles(a, wv[wi].us);
    }
}
static int wadd(char port, int bit, int lv, uint32_t us) { if (wn >= WN) return -1; wv[wn].port = port - 'B'; wv[wn].bit = bit; wv[wn].lv = lv; wv[wn++].us = us; return 0; }
static avr_flashaddr_t spin;                                              /* an endless loop beyond the firmware */
static void command(char *l, char *o, size_t on, uint64_t t0, avr_cycle_count_t c0) {
    char a[16], port; int v, b;
    snprintf(o, on, "err\n");
    if (sscanf(l, "pin %15s %d", a, &v) == 2 && !pin(a, &port, &b)) { edge_now(); level(port - 'B', b, !!v); snprintf(o, on, "ok\n"); }
    else if (sscanf(l, "get %15s", a) == 1 && !pin(a, &port, &b) && port < 'B' + EXPANDER) {
        avr_ioport_state_t st; avr_ioctl(avr, AVR_IOCTL_IOPORT_GETSTATE(port), &st);
        snprintf(o, on, "%d\n", ((st.ddr >> b) & 1) ? (int)((st.port >> b) & 1) : (int)((st.pin >> b) & 1)); }
    else if (sscanf(l, "adc %d %d", &b, &v) == 2) { avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, b), v); snprintf(o, on, "ok\n"); }
    else if (!strncmp(l, "wave ", 5)) {
        char *t = strtok(l + 5, " "); uint32_t us = 0; int k = 0;
        if (wn || !t || pin(t, &port, &b)) return;
        while ((t = strtok(0, " "))) { if (k++ & 1) us = strtoul(t, 0, 0); else if (wadd(port, b, t[0] == '1', us)) { wn = 0; return; } }
        if (wn) { avr_cycle_timer_register_usec(avr, 1, wave_cb, 0); snprintf(o, on, "ok\n"); }
    } else if (!strncmp(l, "quad ", 5)) {
        static const uint8_t g[4] = {3, 2, 0, 1};   /* clockwise: the first pin falls first */ static int ph; char a2[16], p2; int b2, n; unsigned us, bounce = 0;
        if (wn || sscanf(l + 5, "%15s %15s %d %u %u", a, a2, &n, &us, &bounce) < 4 || pin(a, &port, &b) || pin(a2, &p2, &b2)) return;
        for (int i = 0; i < (n < 0 ? -n : n); i++) {
            int nx = (ph + (n > 0 ? 1 : 3)) & 3; uint8_t x = g[ph] ^ g[nx];
            char to = (x & 1) ? port : p2; int bit = (x & 1) ? b : b2, lv = !!(g[nx] & x);
            if (wadd(to, bit, lv, us) || (bounce && (wadd(to, bit, !lv, bounce) || wadd(to, bit, lv, bounce)))) break;
            ph = nx; }
        if (wn) { avr_cycle_timer_register_usec(avr, 1, wave_cb, 0); snprintf(o, on, "ok\n"); } }
    else if (!strncmp(l, "tones", 5)) { snprintf(o, on, "%llu\n", (unsigned long long)tones); tones = 0; }
    else if (!strncmp(l, "stamps", 6)) snprintf(o, on, "%llu %llu %llu %llu\n", (unsigned long long)edge_us, (unsigned long long)line_us, (unsigned long long)line_n, (unsigned long long)line_ns);
    else if (!strncmp(l, "time", 4)) snprintf(o, on, "%llu\n", (unsigned long long)(avr->cycle * 1000000 / freq));
    else if (sscanf(l, "leds %x", (unsigned *)&v) == 1 && v >= 0x70 && v < 0x78) {
        struct chip *c = &chips[v - 0x70]; char *q = o;
        if (!c->on || !c->shown) { snprintf(o, on, "dark\n"); return; }
        for (int k = 0; k < 16; k++) q += sprintf(q, "%02X", c->ram[k]);
        strcpy(q, "\n"); }
    else if (sscanf(l, "chip %x %d", (unsigned *)&v, &b) == 2 && v == 0x20) { power_on_expander(); expander.here = b; snprintf(o, on, "ok\n"); }
    else if (sscanf(l, "chip %x %d", (unsigned *)&v, &b) == 2 && v >= 0x70 && v < 0x78) { power_on(&chips[v - 0x70]); chips[v - 0x70].here = b; snprintf(o, on, "ok\n"); }
    else if (!strncmp(l, "regs 20", 7)) { char *q = o; for (int k = 0; k < REGS; k++) q += sprintf(q, "%02X", expander.reg[k]); strcpy(q, "\n"); }
    else if (sscanf(l, "stuck %d", &stuck) == 1) snprintf(o, on, "ok\n");
    else if (sscanf(l, "tear %d", &tear) == 1) torn_us = 0, memcpy(shadow, ee, sizeof shadow), snprintf(o, on, "ok\n");
    else if (sscanf(l, "worn %d", &worn) == 1) memcpy(shadow, ee, sizeof shadow), snprintf(o, on, "ok\n");
    else if (sscanf(l, "poke %d %d", &v, &b) == 2 && v >= 0 && v < 1024) { shadow[v] = ee[v] = b; snprintf(o, on, "ok\n"); }
    else if (!strncmp(l, "eeprom", 6)) { char *q = o; for (int k = 0; k < 1024; k++) q += sprintf(q, "%02X", ee[k]); strcpy(q, "\n"); }
    else if (sscanf(l, "peek %x", (unsigned *)&v) == 1 && v >= 0 && v <= avr->ramend) snprintf(o, on, "%02X\n", avr->data[v]);
    else if (!strncmp(l, "hang", 4)) { avr->pc = spin; snprintf(o, on, "ok\n"); }
    else if (!strncmp(l, "off", 3)) { power(0); snprintf(o, on, "ok\n"); }
    else if (!strncmp(l, "on", 2)) { power(1); snprintf(o, on, "ok\n"); }
    else if (!strncmp(l, "reset", 5)) { mcu_reset(); snprintf(o, on, "ok\n"); }
    else if (!strncmp(l, "unplug", 6)) { unplug(); snprintf(o, on, "ok\n"); }
    else if (!strncmp(l, "plug", 4)) { plug(); mcu_reset(); snprintf(o, on, "ok\n"); }
    else if (!strncmp(l, "stats", 5)) {
        struct rusage r; getrusage(RUSAGE_SELF, &r);
        double w = (nsec() - t0) / 1e9, s = (double)(avr->cycle - c0) / freq, c = r.ru_utime.tv_sec + r.ru_utime.tv_usec / 1e6 + r.ru_stime.tv_sec + r.ru_stime.tv_usec / 1e6;
        snprintf(o, on, "wall %.3f sim %.3f rtf %.4f cpu %.3f cpu%% %.1f fwbaud %d hostbaud %d open %d opens %llu tx %llu drop %llu rx %llu resets %llu\n", w, s, s / w, c, 100 * c / w, fw_baud(), host_baud(), open_now, (unsigned long long)opens, (unsigned long long)txn, (unsigned long long)txdrop, (unsigned long long)rxn, (unsigned long long)resets); }
    else if (!strncmp(l, "quit", 4)) { stop = 1; snprintf(o, on, "ok\n"); }
}

int main(int argc, char **argv) {
    const char *mcu = "atmega328p"; int o;
    while ((o = getopt(argc, argv, "m:f:s:l:c:b:ruxe:n:w:o:")) != -1) switch (o) {
        case 'm': mcu = optarg; break; case 'f': freq = strtoul(optarg, 0, 0); break; case 's': speed = atof(optarg); break;
        case 'l': linkname = optarg; break; case 'c': ctrl = optarg; break; case 'r': reset_on_open = 1; break;
        case 'o': open_input = atoi(optarg); break; case 'e': eefile = optarg; break; case 'n': chance = strtoul(optarg, 0, 0) * 2654435761u | 1; break;
        case 'w': for (char *t = strtok(optarg, ","); t; t = strtok(0, ",")) {
                unsigned long at = strtoul(t, 0, 16);
                if (at == 0x20) expander.here = 1; else if (at >= 0x70 && at < 0x78) chips[at - 0x70].here = 1; else return 2; }
            break;
        case 'b': boot_ms = atof(optarg); break; case 'u': keep_tx = 1; break; case 'x': ignore_baud = 1; break; default: return 2; }
    if (optind >= argc) return 2;
    signal(SIGINT, on_sig); signal(SIGTERM, on_sig); signal(SIGPIPE, SIG_IGN); prctl(PR_SET_PDEATHSIG, SIGTERM);

    elf_firmware_t fw; memset(&fw, 0, sizeof fw);
    if (elf_read_firmware(argv[optind], &fw)) { fprintf(stderr, "cannot load %s\n", argv[optind]); return 1; }
    avr = avr_make_mcu_by_name(mcu); if (!avr) return 1;
    avr_init(avr); avr->log = 1; avr->reset = on_reset;
    fw.frequency = freq; avr->frequency = freq; avr->vcc = avr->avcc = avr->aref = 5000;
    avr_load_firmware(avr, &fw); avr->frequency = freq;
    avr->sleep = nosleep;                                                     /* we pace, not the library */
    uint32_t fl = 0; avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &fl);
    fl &= ~(AVR_UART_FLAG_STDIO | AVR_UART_FLAG_POLL_SLEEP); avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &fl);
    uart_in = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), uart_out, 0);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XON), uart_xon, 0);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XOFF), uart_xoff, 0);
    memset(drive, -1, sizeof drive); power_on_expander();
    wire_in = avr_io_getirq(avr, AVR_IOCTL_TWI_GETIRQ(0), TWI_IRQ_INPUT);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_TWI_GETIRQ(0), TWI_IRQ_OUTPUT), wire, 0);
    avr_irq_register_notify(pin_irq(0, 1), on_tone, 0);
    avr_eeprom_desc_t d = {.ee = 0, .offset = 0, .size = 1024};
    avr_ioctl(avr, AVR_IOCTL_EEPROM_GET, &d); ee = d.ee;
    if (!ee) die("eeprom");
    memset(ee, 0xFF, 1024);
    if (eefile) { FILE *f = fopen(eefile, "rb"); if (f) { if (fread(ee, 1, 1024, f) != 1024) {} fclose(f); } }
    memcpy(shadow, ee, sizeof shadow);
    spin = avr->flashend - 1; avr->flash[spin] = 0xFF; avr->flash[spin + 1] = 0xCF;     /* rjmp .-2 */
    avr->data[0x54] = 1;
    plug();

    unlink(ctrl);
    int ls = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), cs = -1;
    struct sockaddr_un su = {.sun_family = AF_UNIX}; snprintf(su.sun_path, sizeof su.sun_path, "%s", ctrl);
    if (bind(ls, (void *)&su, sizeof su) || listen(ls, 4)) die(ctrl);
    printf("ready %s %s\n", linkname, ctrl); fflush(stdout);

    avr_irq_t *noisy = avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, open_input);
    static char cb[256]; size_t cn = 0;
    uint64_t t0 = nsec(); avr_cycle_count_t c0 = avr->cycle; const avr_cycle_count_t slice = freq / 2000;   /* 0.5 ms */
    while (!stop) {
        avr_cycle_count_t end = avr->cycle + slice;
        if (held) { avr->cycle = end; rxt = rxh; if (avr->cycle >= held) held = 0; }
        else if (!powered) avr->cycle = end;
        else while (avr->cycle < end && powered) {
            if (noisy && !(draw() & 0x3FF)) avr_raise_irq(noisy, 2000 + draw() % 40);
            int st = avr_run(avr);
            if (tear || worn) watch_ee();
            if (was_reset) levels();
            if (st == cpu_Done || st == cpu_Crashed) { fprintf(stderr, "mcu state %d\n", st); stop = 1; break; } }
        int64_t ahead = speed > 0 ? (int64_t)((avr->cycle - c0) * 1e9 / freq / speed) - (int64_t)(nsec() - t0) : 0;
        if (ahead < -200000000) { t0 = nsec(); c0 = avr->cycle; }           /* stalled >200 ms (suspended, loaded): do not race to catch up */
        struct pollfd p[3] = {{master, POLLIN, 0}, {ls, POLLIN, 0}, {cs, POLLIN, 0}};
        /* with nobody on the PTY POLLHUP is permanent and would make ppoll spin: poll it apart */
        struct pollfd m = {master, POLLIN, 0}; int was = open_now;
        if (master >= 0) { poll(&m, 1, 0); open_now = !(m.revents & POLLHUP); }
        if (open_now && !was) { opens++; if (reset_on_open) { tcflush(master, TCIOFLUSH); mcu_reset(); } }
        if (!open_now) p[0].fd = -1;
        struct timespec ts = {0, ahead > 0 ? ahead : 0};
        if (ppoll(p, 3, &ts, 0) <= 0) continue;
        if (p[0].revents & POLLIN) {
            uint8_t b[256]; unsigned room = (rxt - rxh - 1) % sizeof rxq; ssize_t n = read(master, b, room < sizeof b ? room : sizeof b);
            for (ssize_t i = 0; i < n; i++) { rxq[rxh] = b[i]; rxh = (rxh + 1) % sizeof rxq; }
            feed();
        }
        if (p[1].revents & POLLIN) { if (cs >= 0) close(cs); cs = accept4(ls, 0, 0, SOCK_CLOEXEC); cn = 0; }
        else if (cs >= 0 && p[2].revents) {
            ssize_t n = read(cs, cb + cn, sizeof cb - 1 - cn);
            if (n <= 0) { close(cs); cs = -1; cn = 0; }
            else for (cn += n;;) {
                char *e = memchr(cb, '\n', cn); if (!e) { if (cn == sizeof cb - 1) cn = 0; break; }
                *e = 0; static char out[4096]; command(cb, out, sizeof out, t0, c0); if (write(cs, out, strlen(out)) < 0) {}
                cn -= e + 1 - cb; memmove(cb, e + 1, cn);
            }
        }
    }
    unplug(); unlink(ctrl);
    if (eefile) { FILE *f = fopen(eefile, "wb"); if (f) { if (fwrite(ee, 1, 1024, f) != 1024) {} fclose(f); } }
    return 0;
}

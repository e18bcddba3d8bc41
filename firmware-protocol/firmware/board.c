#include "board.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <util/atomic.h>
#include <util/delay.h>

#include "luck.h"

/* The clock and what hangs on it. */

static volatile uint32_t ms;
static volatile uint8_t half;

ISR(TIMER0_COMPA_vect) {
	if (half ^= 1)
		ms++;
	sample();
}

uint32_t now(void) {
	uint32_t t;
	ATOMIC_BLOCK(ATOMIC_RESTORESTATE) t = ms;
	return t;
}

/* The line: two rings of 128 bytes. A host sends one command and acknowledgements of at most eight readings: less than that. */

enum { RING = 128 };
static volatile uint8_t rx[RING], tx[RING], rx_in, rx_out, tx_in, tx_out;

ISR(USART_RX_vect) {
	uint8_t bad = UCSR0A & (_BV(FE0) | _BV(DOR0)), b = UDR0, next = (rx_in + 1) % RING;
	if (next == rx_out)
		return; /* lost; the checksum tells */
	rx[rx_in] = bad ? 0 : b;
	rx_in = next;
}

ISR(USART_UDRE_vect) {
	if (tx_in == tx_out) {
		UCSR0B &= ~_BV(UDRIE0);
		return;
	}
	UDR0 = tx[tx_out];
	tx_out = (tx_out + 1) % RING;
}

bool line_get(uint8_t *b) {
	if (rx_in == rx_out)
		return false;
	*b = rx[rx_out];
	rx_out = (rx_out + 1) % RING;
	return true;
}

uint8_t line_room(void) { return (uint8_t)(tx_out - tx_in - 1) % RING; }

void line_put(const char *p, uint8_t n) {
	while (n--) {
		while (!line_room()) {
		}
		tx[tx_in] = (uint8_t)*p++;
		tx_in = (tx_in + 1) % RING;
		UCSR0B |= _BV(UDRIE0);
	}
}

/* The watchdog has an oscillator of its own. For the first half second it interrupts (page 55) and its jitter fills the pool; then it resets
 * whatever does not come by for a second. */

enum { SEEDS = 32 };
static volatile uint8_t seeds;
static bool guarded;

/* What interrupts notice waits here: the pool belongs to the main loop. When it is full, what comes is added to what is there. */
static volatile uint8_t noise[16], noise_in, noise_out;

void edge(void) {
	uint8_t b = TCNT2 ^ (uint8_t)(TCNT0 << 1), next = (noise_in + 1) % sizeof noise;
	noise[noise_in] = (uint8_t)(noise[noise_in] << 1 | noise[noise_in] >> 7) ^ b;
	if (next != noise_out)
		noise_in = next;
}

ISR(WDT_vect) {
	edge();
	if (++seeds < SEEDS)
		WDTCSR |= _BV(WDIE); /* the simulator takes it away, as it is when WDE is set too */
}

bool seeded(void) { return guarded; }

static void watch(uint8_t how) {
	ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
		wdt_reset();
		WDTCSR = _BV(WDCE) | _BV(WDE);
		WDTCSR = how;
	}
}

uint16_t adc(uint8_t channel) {
	ADMUX = _BV(REFS0) | channel;
	ADCSRA |= _BV(ADSC);
	while (ADCSRA & _BV(ADSC)) {
	}
	return ADC;
}

uint8_t board_start(void) {
	uint8_t cause = MCUSR;
	MCUSR = 0;
	wdt_disable(); /* after a reset by it it is still on, and short */
	TCCR0A = _BV(WGM01);
	TCCR0B = _BV(CS01) | _BV(CS00);
	OCR0A = 124;
	TIMSK0 = _BV(OCIE0A);
	TCCR2B = _BV(CS20); /* counts sixteenths of a microsecond, for luck alone */
	ADCSRA = _BV(ADEN) | _BV(ADPS2) | _BV(ADPS1) | _BV(ADPS0);
	UCSR0A = _BV(U2X0); /* before UBRR0: the simulator reads it then */
	UBRR0 = 16;         /* 115200 and 2.1 %, page 165 */
	UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
	UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
	TWBR = 72; /* 100 kHz, page 180 */
	TWSR = 0;
	PORTC |= _BV(PC4) | _BV(PC5);
	DDRB |= _BV(PB1); /* D9 */
	set_sleep_mode(SLEEP_MODE_IDLE);
	watch(_BV(WDIE)); /* every 16 ms */
	sei();
	return cause;
}

void board_rest(void) {
	static uint8_t turns;
	if (!guarded && seeds == SEEDS) {
		guarded = true;
		watch(_BV(WDE) | _BV(WDP2) | _BV(WDP1)); /* 1 s */
	}
	if (guarded)
		wdt_reset();
	if (!(++turns % 16))
		luck_stir((uint8_t)adc(NOISE));
	while (noise_out != noise_in) {
		luck_stir(noise[noise_out]);
		noise_out = (noise_out + 1) % sizeof noise;
	}
	sleep_mode();
}

/* Sounds: timer 1 toggles D9 by itself. */

void tone(uint16_t hz) {
	if (!hz) {
		TCCR1A = 0;
		TCCR1B = 0;
		PORTB &= ~_BV(PB1);
		return;
	}
	OCR1A = (uint16_t)(1000000UL / hz - 1);
	TCCR1A = _BV(COM1A0);
	TCCR1B = _BV(WGM12) | _BV(CS11);
}

static const uint16_t tunes[4][3] = {{80}, {80, 80, 80}, {600}, {8}}; /* on, off, on: milliseconds */
static uint8_t tune, step;
static uint32_t until;

void sound(uint8_t which) {
	tune = which;
	step = 0;
	until = now();
}

void sound_tick(void) {
	if (!tune || (int32_t)(now() - until) < 0)
		return;
	uint16_t d = step < 3 ? tunes[tune - 1][step] : 0;
	if (!d)
		tune = 0;
	tone(d && !(step & 1) ? 2000 : 0);
	until = now() + d;
	step++;
}

/* The wire, page 181 on: by interrupt, with an end to every wait; the processor sleeps meanwhile. */

static volatile bool wired;

ISR(TWI_vect) {
	TWCR = _BV(TWEN); /* TWINT stays: the wire stands still until the next step */
	wired = true;
}

static uint8_t wire(uint8_t what) {
	uint32_t t = now();
	wired = false;
	TWCR = what | _BV(TWINT) | _BV(TWEN) | _BV(TWIE);
	for (;;) {
		cli();
		if (wired) {
			sei();
			return TWSR & 0xF8;
		}
		sleep_enable();
		sei(); /* the next instruction is still carried out before any interrupt */
		sleep_cpu();
		sleep_disable();
		if (now() - t > 3) /* a byte takes 90 us */
			return 0;
	}
}

static bool stop(bool ok) {
	uint16_t patience = 4000;
	TWCR = _BV(TWINT) | _BV(TWEN) | _BV(TWSTO);
	while (TWCR & _BV(TWSTO) && --patience) {
	}
	if (!patience) { /* somebody holds the bus: nine clocks set free whoever waits for them */
		TWCR = 0;
		PORTC &= ~_BV(PC5);
		for (uint8_t i = 0; i < 9; i++) {
			DDRC |= _BV(PC5);
			_delay_us(5);
			DDRC &= ~_BV(PC5);
			_delay_us(5);
		}
		PORTC |= _BV(PC5);
	}
	return ok;
}

static bool begin(uint8_t address) {
	uint8_t s = wire(_BV(TWSTA));
	if (s != 0x08 && s != 0x10)
		return false;
	TWDR = address;
	s = wire(0);
	return s == 0x18 || s == 0x40 || s == 0x28; /* the last one is the simulator's word for the first */
}

bool wire_write(uint8_t address, const uint8_t *p, uint8_t n) {
	bool ok = begin((uint8_t)(address << 1));
	for (; ok && n; n--) {
		TWDR = *p++;
		ok = wire(0) == 0x28;
	}
	return stop(ok);
}

bool wire_read(uint8_t address, uint8_t reg, uint8_t *p, uint8_t n) {
	bool ok = begin((uint8_t)(address << 1));
	if (ok) {
		TWDR = reg;
		ok = wire(0) == 0x28 && begin((uint8_t)(address << 1 | 1));
	}
	for (; ok && n; n--) {
		uint8_t s = wire(n > 1 ? _BV(TWEA) : 0);
		ok = s == 0x50 || s == 0x58;
		*p++ = TWDR;
	}
	return stop(ok);
}

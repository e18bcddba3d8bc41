/* board: an ATmega328P at 16 MHz with a serial line, as both firmwares use it. Pages are those of the datasheet DS40002061B. */
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>
#include <stdint.h>

/* board_start sets up the clock, the line, the wire and the watchdog. It returns what MCUSR said: why it starts. */
uint8_t board_start(void);

/* board_rest ends one turn of the main loop: the watchdog is content, noise is taken in, the processor sleeps until the next interrupt. */
void board_rest(void);

/* now is milliseconds since the start, whole; it wraps. */
uint32_t now(void);

/* sample is the firmware's: it is called from the clock's interrupt 2000 times a second. */
void sample(void);

/* edge is to be called when a contact's level changes: its moment is luck. */
void edge(void);

/* seeded says that the pool has been filled: half a second after the start. */
bool seeded(void);

bool line_get(uint8_t *b);
void line_put(const char *p, uint8_t n); /* waits for room */
uint8_t line_room(void);

/* adc is 0 to 1023 of the supply. */
uint16_t adc(uint8_t channel);

/* tone makes a tone on D9 (OC1A); 0 Hz: silence. */
void tone(uint16_t hz);

/* sound plays one of the protocol's four sounds, 1 to 4; sound_tick goes on with it. */
void sound(uint8_t which);
void sound_tick(void);

/* wire_write and wire_read talk to an I²C chip at 100 kHz; false: it is not there, or the bus is stuck. wire_read writes one byte first. */
bool wire_write(uint8_t address, const uint8_t *p, uint8_t n);
bool wire_read(uint8_t address, uint8_t reg, uint8_t *p, uint8_t n);

#endif

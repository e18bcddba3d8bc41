/* mcp23017: twelve contacts to ground on a port expander (Microchip datasheet DS20001952C). GPA6, GPA7, GPB6 and GPB7 are outputs, and low:
 * leave them open. Revision D of the datasheet allows GPA7 and GPB7 nothing else: as inputs they can spoil SDA. */
#ifndef MCP23017_H
#define MCP23017_H

#include <stdbool.h>
#include <stdint.h>

/* contacts_read says which are closed: bits 0 to 5 are GPA0 to GPA5, bits 6 to 11 GPB0 to GPB5. A chip that has just got its power is set up
 * first. false: it is not there, or does not keep what is written to it. */
bool contacts_read(uint8_t address, uint16_t *closed);

#endif

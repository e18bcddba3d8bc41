# What makes avr-gcc 5.4 write the least code: the whole program at once, and none of those optimizations that pay with registers, which then
# have to be saved. Codec and firmware are built alike.
SMALL = -Os -flto -mrelax -fno-split-wide-types -fno-tree-pre -fno-move-loop-invariants -fno-tree-ter -fno-tree-forwprop -fno-tree-vrp -fno-forward-propagate

#!/bin/busybox sh
# init of lane B's machine: mounts, modules, /run.sh, power off.
/bin/busybox --install -s /bin
export PATH=/bin HOME=/root LANG=C.UTF-8
mkdir -p /proc /sys /dev /tmp /root
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs dev /dev
mkdir -p /dev/pts
mount -t devpts devpts /dev/pts
for m in /modules/*.ko; do
  args=
  case $m in
  *i2c-hil*) args="addrs=0x20,0x70,0x71,0x72,0x73,0x74,0x75" ;;
  *dummy_hcd*) args="num=2" ;;
  esac
  insmod "$m" $args || echo "VM: insmod $m failed"
done
mount -t configfs none /sys/kernel/config
mount -t debugfs none /sys/kernel/debug
ln -s gpiochip0 /dev/gpiochip4 # as Raspberry Pi OS has it
echo "VM: up after $(cut -d' ' -f1 /proc/uptime) s"
sh /run.sh
echo "VM: done after $(cut -d' ' -f1 /proc/uptime) s"
poweroff -f

// SPDX-License-Identifier: GPL-2.0
/* i2c-hil: an I2C bus that is not there, for tests. It takes raw transfers (i2c-stub is SMBus only) and lasts as long as a wire does.
 *
 * Chips at addrs=0x3c,0x70 acknowledge, every other address does not. Each keeps what HT16K33 and MCP23017 keep alike: a write of one
 * byte is a command, kept by its upper four bits; a longer one goes to the registers from the one that its first byte names. A read gives
 * what rdata was set to, else ones.
 *
 * /sys/kernel/debug/i2c-hil/
 *   hang          ms: every transfer lasts so long and fails with ETIMEDOUT, as on a bus that is held low; 0: it lives
 *   begun, given_up  how many such transfers there were, and how many of them are over
 *   ADDR/log      a line a message, with the time of its last bit in ns of CLOCK_MONOTONIC: "1234 W 3 00 3f 06", "1250 R 2"; write: clear
 *   ADDR/regs     its 256 registers; the commands stand at 0x20, 0x80, 0xe0
 *   ADDR/rdata    write: what reads give
 *   ADDR/fail     the next n transfers fail with EREMOTEIO
 *   ADDR/present  0: unplugged, without power, so that its registers are forgotten; 1: back
 */
#include <linux/module.h>
#include <linux/i2c.h>
#include <linux/debugfs.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/mm.h>
#include <linux/uaccess.h>
#include <linux/delay.h>
#include <linux/ktime.h>

#define LOGSZ (256 * 1024)
#define MAXCHIP 16
static unsigned short addrs[MAXCHIP] = { 0x3c };
static int naddrs = 1;
module_param_array(addrs, ushort, &naddrs, 0444);
static unsigned int khz = 400;
module_param(khz, uint, 0644);
MODULE_PARM_DESC(khz, "clock: a transfer lasts as long as on such a bus (0: no time)");

struct chip {
	u16 addr;
	u32 fail, present;
	char *log;
	size_t n;
	u8 regs[256], rdata[256];
	size_t rn;
};
static struct chip chips[MAXCHIP];
static u32 hang, begun, given_up;
static DEFINE_MUTEX(lock);
static struct dentry *root;

static struct chip *chip_at(u16 addr)
{
	int k;

	for (k = 0; k < naddrs; k++)
		if (chips[k].addr == addr && chips[k].present)
			return &chips[k];
	return NULL;
}

static void took(struct chip *c, struct i2c_msg *m)
{
	u64 now = ktime_get_ns();
	int i;

	if (c->n + 40 + 3 * m->len >= LOGSZ)
		c->n = 0;
	if (m->flags & I2C_M_RD) {
		c->n += scnprintf(c->log + c->n, LOGSZ - c->n, "%llu R %u\n", now, m->len);
		return;
	}
	c->n += scnprintf(c->log + c->n, LOGSZ - c->n, "%llu W %u", now, m->len);
	for (i = 0; i < m->len; i++)
		c->n += scnprintf(c->log + c->n, LOGSZ - c->n, " %02x", m->buf[i]);
	c->n += scnprintf(c->log + c->n, LOGSZ - c->n, "\n");
	if (m->len == 1)
		c->regs[m->buf[0] & 0xf0] = m->buf[0];
	for (i = 1; i < m->len; i++)
		c->regs[(u8)(m->buf[0] + i - 1)] = m->buf[i];
}

static int hil_xfer(struct i2c_adapter *a, struct i2c_msg *msgs, int num)
{
	int i, k;

	if (hang) {
		mutex_lock(&lock);
		begun++;
		mutex_unlock(&lock);
		msleep(hang);
		mutex_lock(&lock);
		given_up++;
		mutex_unlock(&lock);
		return -ETIMEDOUT;
	}
	for (i = 0; i < num; i++) {
		struct i2c_msg *m = &msgs[i];
		struct chip *c;

		if (khz) {
			unsigned long us = 9 * (m->len + 1) * 1000 / khz + 1;

			usleep_range(us, us + us / 10 + 10);
		}
		mutex_lock(&lock);
		c = chip_at(m->addr);
		if (!c || c->fail) {
			if (c)
				c->fail--;
			mutex_unlock(&lock);
			return c ? -EREMOTEIO : -ENXIO;
		}
		if (m->flags & I2C_M_RD)
			for (k = 0; k < m->len; k++)
				m->buf[k] = k < c->rn ? c->rdata[k] : 0xff;
		took(c, m);
		mutex_unlock(&lock);
	}
	return num;
}

static u32 hil_func(struct i2c_adapter *a)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm algo = { .master_xfer = hil_xfer, .functionality = hil_func };
static struct i2c_adapter adap = { .owner = THIS_MODULE, .algo = &algo, .name = "i2c-hil" };

static ssize_t log_read(struct file *f, char __user *b, size_t n, loff_t *o)
{
	struct chip *c = f->private_data;
	ssize_t r;

	mutex_lock(&lock);
	r = simple_read_from_buffer(b, n, o, c->log, c->n);
	mutex_unlock(&lock);
	return r;
}

static ssize_t log_write(struct file *f, const char __user *b, size_t n, loff_t *o)
{
	struct chip *c = f->private_data;

	mutex_lock(&lock);
	c->n = 0;
	mutex_unlock(&lock);
	return n;
}

static ssize_t regs_read(struct file *f, char __user *b, size_t n, loff_t *o)
{
	struct chip *c = f->private_data;
	ssize_t r;

	mutex_lock(&lock);
	r = simple_read_from_buffer(b, n, o, c->regs, sizeof(c->regs));
	mutex_unlock(&lock);
	return r;
}

static ssize_t rdata_write(struct file *f, const char __user *b, size_t n, loff_t *o)
{
	struct chip *c = f->private_data;
	u8 t[sizeof(c->rdata)];

	if (n > sizeof(t))
		return -EFBIG;
	if (copy_from_user(t, b, n))
		return -EFAULT;
	mutex_lock(&lock);
	memcpy(c->rdata, t, n);
	c->rn = n;
	mutex_unlock(&lock);
	return n;
}

static int present_get(void *data, u64 *v)
{
	*v = ((struct chip *)data)->present;
	return 0;
}

static int present_set(void *data, u64 v)
{
	struct chip *c = data;

	mutex_lock(&lock);
	c->present = !!v;
	if (!v)
		memset(c->regs, 0, sizeof(c->regs));
	mutex_unlock(&lock);
	return 0;
}
DEFINE_DEBUGFS_ATTRIBUTE(present_fops, present_get, present_set, "%llu\n");

static const struct file_operations log_fops = { .owner = THIS_MODULE, .open = simple_open, .read = log_read, .write = log_write, .llseek = default_llseek };
static const struct file_operations regs_fops = { .owner = THIS_MODULE, .open = simple_open, .read = regs_read, .llseek = default_llseek };
static const struct file_operations rdata_fops = { .owner = THIS_MODULE, .open = simple_open, .write = rdata_write, .llseek = default_llseek };

static int __init hil_init(void)
{
	int i;

	root = debugfs_create_dir("i2c-hil", NULL);
	debugfs_create_u32("hang", 0644, root, &hang);
	debugfs_create_u32("begun", 0444, root, &begun);
	debugfs_create_u32("given_up", 0444, root, &given_up);
	for (i = 0; i < naddrs; i++) {
		struct chip *c = &chips[i];
		struct dentry *dir;
		char name[8];

		c->addr = addrs[i];
		c->present = 1;
		c->log = kvmalloc(LOGSZ, GFP_KERNEL);
		if (!c->log)
			return -ENOMEM;
		snprintf(name, sizeof(name), "%02x", c->addr);
		dir = debugfs_create_dir(name, root);
		debugfs_create_file("log", 0644, dir, c, &log_fops);
		debugfs_create_file("regs", 0444, dir, c, &regs_fops);
		debugfs_create_file("rdata", 0200, dir, c, &rdata_fops);
		debugfs_create_u32("fail", 0644, dir, &c->fail);
		debugfs_create_file_unsafe("present", 0644, dir, c, &present_fops);
	}
	return i2c_add_adapter(&adap);
}

static void __exit hil_exit(void)
{
	int i;

	i2c_del_adapter(&adap);
	debugfs_remove_recursive(root);
	for (i = 0; i < naddrs; i++)
		kvfree(chips[i].log);
}
module_init(hil_init);
module_exit(hil_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("I2C bus that is not there, for tests");

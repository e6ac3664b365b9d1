/**
 * Loaded into the processes that prepare the installation (npm, the compiler). They end when the script that started
 * them is killed, so that they never write into folders that the next start is preparing.
 */
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, 100).unref();

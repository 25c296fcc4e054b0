/** kill -9 of a process group, unless nobody of it is left. Never of this process's own, which group 0 means. */
export function killGroup(group: number): void {
  if (!(group > 1)) return;
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // Nobody of the group is left.
  }
}

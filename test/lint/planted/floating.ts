// Planted: a promise that nothing awaits. The rule against it needs types.
export async function send(): Promise<void> {}
void send()
send()

// A promise that nothing waits for: the rule against it needs types.
export async function send(): Promise<void> {}
void send()
send()

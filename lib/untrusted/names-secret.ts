const secretName = /key|token|secret|passw|pwd|auth|credential|cookie|dsn|connection.?string|database_?ur[il]/i;

/** Whether a name suggests that its value is a secret. */
export function namesSecret(name: string): boolean {
  return secretName.test(name);
}

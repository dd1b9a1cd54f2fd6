/** The longest that a client stays in without asking its person again. */
export const grantDays = 90;

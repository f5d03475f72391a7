/** The hint next to a new password. Source: decisions, 2 "Registration". */
export const PASSWORD_RULE = 'At least 8 characters, and not one of the most common passwords.'

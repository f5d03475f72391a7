/** What a new password must be. Source: decisions, 2 "Registration". */
export const PASSWORD_RULE = 'At least 8 characters, and not one of the most common passwords.'

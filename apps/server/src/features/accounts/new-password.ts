import { normalizeName } from '@fieldhouse/domain/names'
import { isCommonPassword } from '../../auth/passwords.ts'
import type { Context } from '../../context.ts'
import { invalidField } from '../../http/errors/api-error.ts'

type Owner = { username: string; email: string }

/**
 * Checks a password that somebody chose. Throws `invalid_input` for a common password, the owner's username or email
 * address, and a password that is known from a breach.
 * @param field the input field that the password was entered in
 */
export async function checkNewPassword(
  { breachedPasswords }: Pick<Context, 'breachedPasswords'>,
  password: string,
  owner: Owner,
  field: string,
): Promise<void> {
  if (isCommonPassword(password))
    throw invalidField(field, 'That password is too common. Choose a different one.')
  if (isNameOf(owner, password))
    throw invalidField(field, "A password can't be your username or email address. Choose a different one.")
  if (await breachedPasswords?.includes(password))
    throw invalidField(field, 'That password is known from a data breach. Choose a different one.')
}

/** Whether the password is the username, the email address or the part of it before the @, ignoring case. */
function isNameOf({ username, email }: Owner, password: string): boolean {
  const [localPart = ''] = email.split('@')
  return [username, email, localPart]
    .filter((name) => name !== '')
    .some((name) => normalizeName(name.trim()) === normalizeName(password.trim()))
}

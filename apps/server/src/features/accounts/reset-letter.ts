import { escaped } from '../../mail/escaped.ts'
import type { Letter } from '../../mail/mailer.ts'

export type ResetCode = {
  uid: string
  token: string
  /** Opens the page with both filled in. */
  link: string
}

export function resetCode(publicAddress: string, uid: string, token: string): ResetCode {
  return { uid, token, link: `${publicAddress}/?${new URLSearchParams({ uid, token }).toString()}` }
}

/**
 * The letter with a reset link. It names the account by its username alone: other names are free
 * text, and whoever registers with another's address could send them words of their own.
 */
export function resetLetter(person: { username: string; email: string }, code: ResetCode): Letter {
  const asked = `Somebody asked for a new password for the Fieldhouse account ${person.username}.`
  const how = 'To choose one, open this link within an hour:'
  const byHand = "Or choose 'I have a reset code' on the login screen and enter:"
  const otherwise = 'If that was not you, ignore this letter: the password stays as it is.'
  return {
    to: person.email,
    subject: 'Choose a new password for Fieldhouse',
    text: [
      `${asked}\n${how}`,
      code.link,
      `${byHand}\n\n  uid: ${code.uid}\n  token: ${code.token}`,
      otherwise,
      '',
    ].join('\n\n'),
    html: [
      '<!doctype html><html lang="en"><body>',
      `<p>${escaped(asked)}</p>`,
      `<p>${escaped(how)}</p>`,
      `<p><a href="${escaped(code.link)}">Choose a new password</a></p>`,
      `<p>${escaped(byHand)}</p>`,
      `<p>uid: <code>${escaped(code.uid)}</code><br>token: <code>${escaped(code.token)}</code></p>`,
      `<p>${escaped(otherwise)}</p>`,
      '</body></html>',
    ].join('\n'),
  }
}

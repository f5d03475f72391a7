import { escapeHtml, withoutAutoLinks } from '../../../mail/escape-html.ts'
import type { Email } from '../../../mail/mailer.ts'

export type ResetCode = {
  uid: string
  token: string
  /** Opens the login screen with `uid` and `token` filled in. */
  link: string
}

export function createResetCode(publicUrl: string, uid: string, token: string): ResetCode {
  return { uid, token, link: `${publicUrl}/?${new URLSearchParams({ uid, token }).toString()}` }
}

/**
 * The email with a reset link. It shows the username only, because first and last names are free text.
 */
export function createResetEmail(account: { username: string; email: string }, code: ResetCode): Email {
  const reason = `Someone requested a password reset for the Fieldhouse account ${withoutAutoLinks(account.username)}.`
  const linkIntro = 'To choose a new password, open this link within an hour:'
  const codeIntro = "Or choose 'I have a reset code' on the login screen and enter:"
  const disclaimer = "If it wasn't you, ignore this email. Your password won't change."
  return {
    to: account.email,
    subject: 'Reset your Fieldhouse password',
    text: [
      `${reason}\n${linkIntro}`,
      code.link,
      `${codeIntro}\n\n  uid: ${code.uid}\n  token: ${code.token}`,
      disclaimer,
      '',
    ].join('\n\n'),
    html: [
      '<!doctype html><html lang="en"><body>',
      `<p>${escapeHtml(reason)}</p>`,
      `<p>${escapeHtml(linkIntro)}</p>`,
      `<p><a href="${escapeHtml(code.link)}">Choose a new password</a></p>`,
      `<p>${escapeHtml(codeIntro)}</p>`,
      `<p>uid: <code>${escapeHtml(code.uid)}</code><br>token: <code>${escapeHtml(code.token)}</code></p>`,
      `<p>${escapeHtml(disclaimer)}</p>`,
      '</body></html>',
    ].join('\n'),
  }
}

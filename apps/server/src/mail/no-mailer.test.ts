import { expect, it } from 'vitest'
import { createMemoryLog } from '../testing/memory-log.ts'
import { noMailer } from './mail.ts'

it('sends nothing without SMTP_URL and logs a warning for each email', async () => {
  const { log, lines } = createMemoryLog()
  const mailer = noMailer(log)
  const email = { to: 'ada@league.example', subject: 'Ahoy', text: 'https://secret', html: 'https://secret' }
  await mailer.send(email, new AbortController().signal)
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['email not sent: SMTP_URL is not set'])
  expect(lines.join('')).not.toMatch(/secret|ada/)
})

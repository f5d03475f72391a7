import { expect, it } from 'vitest'
import { createResetCode, createResetEmail } from './email.ts'

const CODE = createResetCode('https://league.example', '12', 'a-B_c')

it('creates a link with the user id and the token', () => {
  expect(CODE.link).toBe('https://league.example/?uid=12&token=a-B_c')
})

it('has the same content as plain text and as HTML', () => {
  const email = createResetEmail({ username: 'priya', email: 'priya@league.example' }, CODE)
  expect(email.to).toBe('priya@league.example')
  expect(email.text).toContain(`\n\n${CODE.link}\n\n`)
  expect(email.html).toContain('href="https://league.example/?uid=12&amp;token=a-B_c"')
  for (const part of [email.text, email.html]) {
    expect(part).toContain('priya')
    expect(part).toMatch(/uid: .*12/)
    expect(part).toMatch(/token: .*a-B_c/)
    expect(part).toContain('within an hour')
  }
})

it('escapes HTML in the username', () => {
  const { html } = createResetEmail(
    { username: `"><img src=x onerror='y'>&`, email: 'x@league.example' },
    CODE,
  )
  expect(html).not.toContain('<img')
  expect(html).toContain('&quot;&gt;&lt;img src=x onerror=&#39;y&#39;&gt;&amp;')
})

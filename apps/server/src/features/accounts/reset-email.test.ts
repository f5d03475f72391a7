import { expect, it } from 'vitest'
import { createResetCode, createResetEmail } from './reset-email.ts'

const CODE = createResetCode('https://league.example', '12', 'a-B_c')

it('puts user and token into a link to the page', () => {
  expect(CODE.link).toBe('https://league.example/?uid=12&token=a-B_c')
})

it('says the same in plain words and in HTML', () => {
  const letter = createResetEmail({ username: 'priya', email: 'priya@league.example' }, CODE)
  expect(letter.to).toBe('priya@league.example')
  expect(letter.text).toContain(`\n\n${CODE.link}\n\n`)
  expect(letter.html).toContain('href="https://league.example/?uid=12&amp;token=a-B_c"')
  for (const part of [letter.text, letter.html]) {
    expect(part).toContain('priya')
    expect(part).toMatch(/uid: .*12/)
    expect(part).toMatch(/token: .*a-B_c/)
    expect(part).toContain('within an hour')
  }
})

it('lets no name become markup', () => {
  const { html } = createResetEmail(
    { username: `"><img src=x onerror='y'>&`, email: 'x@league.example' },
    CODE,
  )
  expect(html).not.toContain('<img')
  expect(html).toContain('&quot;&gt;&lt;img src=x onerror=&#39;y&#39;&gt;&amp;')
})

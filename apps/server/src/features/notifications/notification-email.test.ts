import { expect, it } from 'vitest'
import { createNotificationEmail } from './notification-jobs.ts'

const NOTIFICATION = {
  kind: 'comment' as const,
  key: 'comment 1',
  title: 'prize.example commented on your post',
  body: 'www.prize.example: claim it at https://prize.example/now or mail win@prize.example',
  target: { tab: 'league social' as const, item: { type: 'post' as const, id: 7 } },
  expiresAt: new Date(0),
}

const email = createNotificationEmail(
  { notification: NOTIFICATION, league: 'Salt & Sun', username: 'ada.example' },
  'ada@league.example',
  'https://league.example',
)

it('has a subject without anything that a user wrote', () => {
  expect(email.subject).toBe('New comment for you')
})

it('links to what it is about', () => {
  const query = 'league=Salt+%26+Sun&tab=league+social&post=post-7'
  expect(email.text).toContain(`https://league.example/?${query}\n`)
  expect(email.html).toContain(`<a href="https://league.example/?${query.replaceAll('&', '&amp;')}">`)
})

it('contains what users wrote in a form that mail programs do not turn into links', () => {
  for (const part of [email.text, email.html]) {
    expect(part).toContain('prize\u200b.example commented on your post')
    expect(part).not.toMatch(/prize\.example|www\.|https:\/\/prize|win@prize|ada\.example/)
  }
})

import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { show } from '../../testing/show.tsx'
import { someCookies } from '../../testing/some-cookies.ts'
import { RefusedBanner } from './refused-banner.tsx'

type Source = 'league' | 'env' | 'none'

async function banner(refusedAt: string | null, canRun: boolean, source: Source = 'league') {
  const server = fakeServer({
    'GET /api/league/:league/cookie-status/': someCookies({ refused_at: refusedAt, source }),
  })
  const screen = await show(
    <RefusedBanner league="Sunday" canRun={canRun}>
      The way.
    </RefusedBanner>,
  )
  return { screen, server }
}

it.each([
  ['league', "ESPN refuses this league's cookies since November 3, 2020. The way."],
  ['env', 'ESPN refuses to show this league for the server’s cookies since November 3, 2020. The way.'],
  ['none', 'ESPN shows this league to nobody without cookies since November 3, 2020. The way.'],
] as const)('tells admins since when ESPN refuses, and the way to mend it (%s)', async (source, sentence) => {
  const { screen } = await banner('2020-11-03T12:00:00.000Z', true, source)
  await expect.element(screen.getByRole('status')).toHaveTextContent(sentence)
})

it('is not there while ESPN takes them', async () => {
  const { screen, server } = await banner(null, true)
  await expect.poll(() => server.sent).toHaveLength(1)
  await expect.element(screen.getByText('The way.')).not.toBeInTheDocument()
})

it('asks nothing for those who do not run the league', async () => {
  const { screen, server } = await banner('2020-11-03T12:00:00.000Z', false)
  await expect.element(screen.getByText('The way.')).not.toBeInTheDocument()
  expect(server.sent).toEqual([])
})

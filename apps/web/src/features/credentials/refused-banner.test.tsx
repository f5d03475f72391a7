import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { show } from '../../testing/show.tsx'
import { someCookies } from '../../testing/some-cookies.ts'
import { RefusedBanner } from './refused-banner.tsx'

async function banner(refusedAt: string | null, canRun: boolean) {
  const server = fakeServer({
    'GET /api/league/:league/cookie-status/': someCookies({ refused_at: refusedAt }),
  })
  const screen = await show(
    <RefusedBanner league="Sunday" canRun={canRun}>
      The way.
    </RefusedBanner>,
  )
  return { screen, server }
}

it('tells admins since when ESPN refuses the cookies, and the way to mend it', async () => {
  const { screen } = await banner('2020-11-03T12:00:00.000Z', true)
  await expect
    .element(screen.getByRole('status'))
    .toHaveTextContent("ESPN refuses this league's cookies since November 3, 2020. The way.")
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

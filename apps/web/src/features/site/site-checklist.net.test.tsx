import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { SiteChecklist } from './site-checklist.tsx'
import type { Checklist } from './use-site.ts'

const CHECKLIST: Checklist = {
  league: 'Harbour',
  items: [
    { kind: 'invite', is_done: false },
    { kind: 'address', is_done: true },
    { kind: 'mail', is_done: false },
    { kind: 'backup', is_done: false },
    { kind: 'second_admin', is_done: false },
  ],
}

it('lists what is left to set up, and leads there', async () => {
  fakeServer({ 'GET /api/site/checklist/': { checklist: CHECKLIST } })
  const screen = await renderWithProviders(<SiteChecklist />)
  await expect.element(screen.getByRole('heading', { name: 'Finish setting up: 1 of 5 done' })).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'Invite your league' }))
    .toHaveAttribute('href', expect.stringContaining('league=Harbour'))
  await expect
    .element(screen.getByRole('link', { name: 'Try a backup' }))
    .toHaveAttribute('href', expect.stringContaining('section=backups'))
  await expect
    .element(screen.getByRole('link', { name: 'Confirm the URL of this site' }))
    .not.toBeInTheDocument()
})

it('is gone once a site admin hides it', async () => {
  const { requests } = fakeServer({
    'GET /api/site/checklist/': { checklist: CHECKLIST },
    'POST /api/site/checklist/hide/': { message: 'The checklist is hidden.' },
  })
  const screen = await renderWithProviders(<SiteChecklist />)
  await screen.getByRole('button', { name: 'Hide this list' }).click()
  await expect.element(screen.getByRole('heading')).not.toBeInTheDocument()
  expect(requests.filter(({ key }) => key === 'POST /api/site/checklist/hide/')).toHaveLength(1)
})

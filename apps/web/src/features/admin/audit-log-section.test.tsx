import { expect, it } from 'vitest'
import { errorResponse, type FakeResponses, fakeServer } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { AuditLogSection } from './audit-log-section.tsx'
import type { AuditEntry } from './use-audit-log.ts'

const LIST_AUDIT_LOG = 'GET /api/audit/'
const NOW = new Date('2026-10-11T18:30:00Z')

const buildAuditEntry = (named: Partial<AuditEntry> = {}): AuditEntry => ({
  id: 9,
  at: '2026-10-11T18:00:00Z',
  actor: 'ada',
  action: 'league.assign-user',
  league: 'Sunday',
  detail: { username: 'rowan', role: 'player' },
  ...named,
})

async function renderSection(answers: FakeResponses = {}) {
  const actions = ['league.assign-user', 'league.create']
  const server = fakeServer({
    [LIST_AUDIT_LOG]: { acts: [buildAuditEntry()], next: null, actions },
    ...answers,
  })
  const screen = await renderWithProviders(<AuditLogSection leagues={['Sunday', 'Monday']} now={NOW} />)
  const requestedQueries = () =>
    server.requests
      .filter(({ key }) => key === LIST_AUDIT_LOG)
      .map(({ path }) => new URLSearchParams(path.split('?')[1]))
  return { screen, asked: requestedQueries }
}

it('tells who did what, where and when', async () => {
  const { screen } = await renderSection({
    [LIST_AUDIT_LOG]: {
      acts: [buildAuditEntry(), buildAuditEntry({ id: 8, actor: null, league: null })],
      next: null,
      actions: [],
    },
  })
  const items = screen.getByRole('listitem')
  await expect.element(items.first()).toHaveTextContent('ada made rowan playerSunday · 30 min ago')
  await expect.element(items.last()).toHaveTextContent('The server’s console made rowan player')
})

it('asks for what the filters name', async () => {
  const { screen, asked } = await renderSection()
  await screen.getByLabelText('Of league').selectOptions('Monday')
  await screen.getByLabelText('What').selectOptions('Created a league')
  await screen.getByLabelText('Who').fill('ada')
  await screen.getByLabelText('From day').fill('2026-10-01')
  await screen.getByLabelText('To day').fill('2026-10-02')
  await expect
    .poll(() => Object.fromEntries(asked().at(-1) ?? []))
    .toEqual({
      league: 'Monday',
      action: 'league.create',
      actor: 'ada',
      from: new Date(2026, 9, 1).toISOString(),
      to: new Date(2026, 9, 3).toISOString(),
    })
})

it('lets choose the kinds of acts by their words, in the order of these', async () => {
  const { screen } = await renderSection({
    [LIST_AUDIT_LOG]: {
      acts: [],
      next: null,
      actions: ['league.teleport', 'owner.merge', 'league.assign-user'],
    },
  })
  const what = screen.getByLabelText('What')
  await expect.element(what.getByRole('option').nth(3)).toBeInTheDocument()
  const words = what
    .getByRole('option')
    .elements()
    .map(({ textContent }) => textContent)
  expect(words).toEqual(['Everything', 'Assigned a user to the league', 'league.teleport', 'Merged owners'])
})

it('shows older acts below the newer', async () => {
  const { screen } = await renderSection({
    [LIST_AUDIT_LOG]: ({ path }) =>
      path.includes('older_than=9.9')
        ? { acts: [buildAuditEntry({ id: 8, actor: 'rowan' })], next: null, actions: [] }
        : { acts: [buildAuditEntry()], next: '9.9', actions: [] },
  })
  await screen.getByRole('button', { name: 'Show older' }).click()
  await expect.element(screen.getByRole('listitem').last()).toHaveTextContent('rowan made')
  await expect.element(screen.getByRole('button', { name: 'Show older' })).not.toBeInTheDocument()
})

it.each([
  ['nothing fits', { acts: [], next: null, actions: [] }, 'Nothing of that kind was done.'],
  ['it fails', errorResponse(500, 'internal_error', 'Broken.'), 'Failed to load the record'],
])('says so when %s', async (_, answer, sentence) => {
  const { screen } = await renderSection({ [LIST_AUDIT_LOG]: answer })
  await expect.element(screen.getByText(sentence)).toBeVisible()
})

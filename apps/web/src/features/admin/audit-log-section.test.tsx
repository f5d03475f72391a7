import { expect, it } from 'vitest'
import { serverClock } from '../../api/page-environment.ts'
import { buildUserAccount } from '../../testing/account-fixtures.ts'
import { errorResponse, type FakeResponses, fakeServer } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { type AuditEntry, AuditLogSection } from './activity.tsx'

const LIST_AUDIT_LOG = 'GET /api/audit/'
const NOW = new Date('2026-10-11T18:30:00Z')

const buildAuditEntry = (overrides: Partial<AuditEntry> = {}): AuditEntry => ({
  id: 9,
  at: '2026-10-11T18:00:00Z',
  actor: 'ada',
  action: 'league.assign-user',
  league: 'Sunday',
  detail: { username: 'rowan', role: 'player' },
  ...overrides,
})

async function renderSection(responses: FakeResponses = {}) {
  const actions = ['league.assign-user', 'league.create']
  const server = fakeServer({
    [LIST_AUDIT_LOG]: { acts: [buildAuditEntry()], next: null, actions },
    'GET /api/users/': {
      users: [
        buildUserAccount({ first_name: 'Ada', last_name: 'Quill' }),
        buildUserAccount({ username: 'rowan', first_name: 'Rowan', last_name: 'Sands' }),
      ],
    },
    ...responses,
  })
  serverClock.syncToBody(new Headers(), { now: NOW.toISOString() })
  const screen = await renderWithProviders(<AuditLogSection leagues={['Sunday', 'Monday']} />)
  const requestedQueries = () =>
    server.requests
      .filter(({ key }) => key === LIST_AUDIT_LOG)
      .map(({ path }) => new URLSearchParams(path.split('?')[1]))
  return { screen, requestedQueries }
}

it('shows who did what to whom, in which league and when', async () => {
  const { screen } = await renderSection({
    [LIST_AUDIT_LOG]: {
      acts: [buildAuditEntry(), buildAuditEntry({ id: 8, actor: null, league: null })],
      next: null,
      actions: [],
    },
  })
  const items = screen.getByRole('listitem')
  await expect
    .element(items.first())
    .toMatchTextContent('Ada Quill made Rowan Sands a playerSunday · 30 min ago')
  await expect.element(items.last()).toMatchTextContent('Server admin made Rowan Sands a player')
})

it('requests the entries that match the filters', async () => {
  const { screen, requestedQueries } = await renderSection()
  await screen.getByLabelText('League').selectOptions('Monday')
  await screen.getByLabelText('Action').selectOptions('Created a league')
  await screen.getByLabelText('User').fill('quill')
  await screen.getByRole('option', { name: 'Ada Quill' }).click()
  await screen.getByLabelText('From').fill('2026-10-01')
  await screen.getByLabelText('To').fill('2026-10-02')
  await expect
    .poll(() => Object.fromEntries(requestedQueries().at(-1) ?? []))
    .toEqual({
      limit: '25',
      league: 'Monday',
      action: 'league.create',
      actor: 'ada',
      from: new Date(2026, 9, 1).toISOString(),
      to: new Date(2026, 9, 3).toISOString(),
    })
})

it('offers the actions to filter by, sorted by label', async () => {
  const { screen } = await renderSection({
    [LIST_AUDIT_LOG]: {
      acts: [],
      next: null,
      actions: ['league.teleport', 'owner.merge', 'league.assign-user'],
    },
  })
  const actionFilter = screen.getByLabelText('Action')
  await expect.element(actionFilter.getByRole('option').nth(3)).toBeInTheDocument()
  const labels = actionFilter
    .getByRole('option')
    .elements()
    .map(({ textContent }) => textContent)
  expect(labels).toEqual(['All actions', 'Assigned a user to the league', 'league.teleport', 'Merged owners'])
})

it('appends older entries below the newer ones', async () => {
  const { screen } = await renderSection({
    [LIST_AUDIT_LOG]: ({ path }) =>
      path.includes('older_than=9.9')
        ? { acts: [buildAuditEntry({ id: 8, actor: 'rowan' })], next: null, actions: [] }
        : { acts: [buildAuditEntry()], next: '9.9', actions: [] },
  })
  await screen.getByRole('button', { name: 'Show older' }).click()
  await expect.element(screen.getByRole('listitem').last()).toMatchTextContent('Rowan Sands made')
  await expect.element(screen.getByRole('button', { name: 'Show older' })).not.toBeInTheDocument()
})

it.each([
  ['a message when no entry matches', { acts: [], next: null, actions: [] }, 'No matching entries.'],
  [
    'an error when loading fails',
    errorResponse(500, 'internal_error', 'Server error.'),
    'Failed to load the activity log',
  ],
])('shows %s', async (_, response, message) => {
  const { screen } = await renderSection({ [LIST_AUDIT_LOG]: response })
  await expect.element(screen.getByText(message)).toBeVisible()
})

it('lists the entries of imported leagues apart, with who imported them', async () => {
  const imported = { by: 'keeper', at: '2026-10-10T18:30:00Z' }
  const { screen, requestedQueries } = await renderSection({
    [LIST_AUDIT_LOG]: { acts: [buildAuditEntry({ imported })], next: null, actions: [] },
  })
  await screen.getByLabelText('Recorded on').selectOptions('Imported leagues')
  await expect.poll(() => requestedQueries().at(-1)?.get('imported')).toBe('true')
  // With the usernames that the other site had.
  await expect.element(screen.getByRole('listitem')).toMatchTextContent('ada made rowan a player')
  await expect.element(screen.getByTitle('Imported by keeper on Oct 10, 2026')).toBeVisible()
  expect(requestedQueries()[0]?.has('imported')).toBe(false)
})

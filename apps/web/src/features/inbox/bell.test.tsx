import { expect, it } from 'vitest'
import { errorResponse, type FakeResponses, fakeServer, neverResponds } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { Bell } from './bell.tsx'

const COMMENT = {
  id: 7,
  kind: 'comment',
  league: 'Sunday Night Lights',
  title: 'Rosa Field commented on your post',
  body: 'Sunday Night Lights: Me!',
  at: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  is_read: false,
  target: { tab: 'league social', season: null, week: null, game: null, view: null, post: 'post-12' },
} as const

const JOB = {
  ...COMMENT,
  id: 6,
  kind: 'job',
  title: 'A refresh of Sunday Night Lights failed',
  is_read: true,
  target: { ...COMMENT.target, tab: 'admin', post: null },
} as const

const ACCESS = {
  ...COMMENT,
  id: 5,
  kind: 'access',
  title: "You're in Sunday Night Lights",
  target: { ...COMMENT.target, tab: 'overview', post: null },
} as const

const OF_ACCOUNT = {
  ...ACCESS,
  id: 4,
  league: null,
  title: 'A passkey was added',
  target: { ...ACCESS.target, tab: 'account' },
} as const

async function renderBell(responses: FakeResponses = {}) {
  const server = fakeServer({
    'GET /api/inbox/unread/': { count: 1, tabs: [], requests: 0, reports: 0 },
    'GET /api/inbox/': { items: [COMMENT, JOB, ACCESS, OF_ACCOUNT], next: null },
    ...responses,
  })
  return { screen: await renderWithProviders(<Bell />), server }
}

it('shows the number of unread items, and what they open', async () => {
  const { screen } = await renderBell()
  await screen.getByRole('button', { name: 'Inbox, 1 unread' }).click()
  const comment = screen.getByRole('link', { name: /Rosa Field commented/ })
  await expect.element(comment).toMatchTextContent(/Me!\s*3 h agoUnread/)
  await expect
    .element(comment)
    .toHaveAttribute('href', '/?league=Sunday+Night+Lights&tab=league+social&post=post-12')
  await expect
    .element(screen.getByRole('link', { name: /refresh/ }))
    .toHaveAttribute('href', '/?route=admin&league=Sunday+Night+Lights')
  await expect
    .element(screen.getByRole('link', { name: /You're in/ }))
    .toHaveAttribute('href', '/?league=Sunday+Night+Lights&tab=overview')
  await expect
    .element(screen.getByRole('link', { name: /passkey/ }))
    .toHaveAttribute('href', '/?route=account')
})

it('marks an item as read when it is opened, and closes', async () => {
  const { screen, server } = await renderBell({
    'POST /api/inbox/read/': { count: 0, tabs: [], requests: 0, reports: 0 },
  })
  await screen.getByRole('button', { name: 'Inbox, 1 unread' }).click()
  await screen.getByRole('link', { name: /Rosa Field commented/ }).click()
  await expect.element(screen.getByRole('heading', { name: 'Inbox' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Inbox', exact: true })).toBeVisible()
  expect(server.requests.find(({ key }) => key === 'POST /api/inbox/read/')?.body).toEqual({ id: 7 })
})

it('marks all items as read, up to the newest one that is shown', async () => {
  const { screen, server } = await renderBell({
    'POST /api/inbox/read/': { count: 0, tabs: [], requests: 0, reports: 0 },
  })
  await screen.getByRole('button', { name: 'Inbox, 1 unread' }).click()
  await screen.getByRole('button', { name: 'Mark all as read' }).click()
  await expect.element(screen.getByText('Unread')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Mark all as read' })).not.toBeInTheDocument()
  expect(server.requests.find(({ key }) => key === 'POST /api/inbox/read/')?.body).toEqual({
    until: COMMENT.at,
  })
})

it('shows older items on request', async () => {
  const { screen } = await renderBell({
    'GET /api/inbox/': ({ path }) =>
      path.includes('after=1-7') ? { items: [JOB], next: null } : { items: [COMMENT], next: '1-7' },
  })
  await screen.getByRole('button', { name: 'Inbox, 1 unread' }).click()
  await screen.getByRole('button', { name: 'Show older' }).click()
  await expect.element(screen.getByRole('link', { name: /refresh/ })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Show older' })).not.toBeInTheDocument()
})

it('says when there is nothing, while it loads, and when it could not be loaded', async () => {
  const unread = { 'GET /api/inbox/unread/': { count: 0, tabs: [], requests: 0, reports: 0 } }
  const open = async (inbox: FakeResponses) => {
    const { screen } = await renderBell({ ...unread, ...inbox })
    await screen.getByRole('button', { name: 'Inbox' }).click()
    return screen
  }
  const empty = await open({ 'GET /api/inbox/': { items: [], next: null } })
  await expect.element(empty.getByText('Nothing new for you.')).toBeVisible()
  const settings = empty.getByRole('link', { name: 'Choose what you hear about' })
  await expect.element(settings).toHaveAttribute('href', '/?route=account')
  await empty.unmount()
  const loading = await open({ 'GET /api/inbox/': neverResponds() })
  await expect.element(loading.getByRole('status', { name: 'Loading your inbox' })).toBeVisible()
  await loading.unmount()
  const failed = await open({ 'GET /api/inbox/': errorResponse(500, 'internal_error', 'Server error.') })
  await expect.element(failed.getByRole('alert')).toMatchTextContent('Failed to load your inboxServer error.')
})

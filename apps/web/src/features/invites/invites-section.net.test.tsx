import { describe, expect, it, vi } from 'vitest'
import { errorResponse, type FakeResponses, fakeServer } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { InvitesSection } from './invites-section.tsx'
import type { InviteClaim, InviteLink } from './use-invites.ts'

const LIST = 'GET /api/league/:league/invites/'
const CREATE = 'POST /api/league/:league/invites/'
const REVOKE = 'POST /api/league/:league/invites/revoke/'
const UNDO = 'POST /api/league/:league/invites/undo/'

const LINK: InviteLink = {
  id: 4,
  created_by: 'ada',
  created_at: '2026-10-11T18:00:00.000Z',
  expires_at: '2026-11-10T18:00:00.000Z',
  uses: 3,
  max_uses: 12,
  needs_approval: false,
  state: 'active',
}

const CLAIM: InviteClaim = {
  link: 4,
  username: 'rowan',
  name: 'Rowan Pike',
  team: 'Fumblers',
  at: '2026-10-11T18:20:00.000Z',
}

const CREATED = { message: 'Copy it.', path: '/join/AbCdEfGhIjKlMnOpQrStUv', created: LINK }
const URL_OF_LINK = `${location.origin}/join/AbCdEfGhIjKlMnOpQrStUv`

async function renderSection(responses: FakeResponses = {}, canManage = true) {
  const server = fakeServer({ [LIST]: { links: [LINK], claims: [CLAIM] }, ...responses })
  const screen = await renderWithProviders(<InvitesSection league="Sunday" canManage={canManage} />)
  const bodyOf = (key: string) => server.requests.find((request) => request.key === key)?.body
  return { screen, server, bodyOf }
}

describe('creating an invite link', () => {
  it('copies the link when it is created, and shows it once as text and QR code', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const { screen, bodyOf } = await renderSection({ [CREATE]: CREATED })
    await screen.getByRole('button', { name: 'Create invite link' }).click()
    await expect.element(screen.getByText(URL_OF_LINK)).toBeVisible()
    await expect.element(screen.getByRole('img', { name: 'QR code' })).toBeVisible()
    await expect.element(screen.getByText('Copy the link now.')).toHaveFocus()
    expect(bodyOf(CREATE)).toEqual({ days: '30', max_uses: null, needs_approval: false })
    await expect.element(screen.getByText('Copied.')).toBeVisible()
    expect(write).toHaveBeenCalledExactlyOnceWith(URL_OF_LINK)
    await screen.getByRole('button', { name: 'Copy link' }).click()
    await expect.poll(() => write.mock.calls).toEqual([[URL_OF_LINK], [URL_OF_LINK]])
    await screen.getByRole('button', { name: 'Done' }).click()
    await expect.element(screen.getByText(URL_OF_LINK)).not.toBeInTheDocument()
    await expect.element(screen.getByRole('button', { name: 'Create invite link' })).toHaveFocus()
  })

  it('opens the share sheet of the device, which may be closed', async () => {
    const share = vi
      .fn<(data: ShareData) => Promise<void>>()
      .mockRejectedValue(new DOMException('closed', 'AbortError'))
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share }))
    const { screen } = await renderSection({ [CREATE]: CREATED })
    await screen.getByRole('button', { name: 'Create invite link' }).click()
    await screen.getByRole('button', { name: 'Share' }).click()
    expect(share).toHaveBeenCalledExactlyOnceWith({ title: 'Join Sunday', url: URL_OF_LINK })
    vi.unstubAllGlobals()
  })

  it('says how to get the link where the browser does not allow copying', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    const { screen } = await renderSection({ [CREATE]: CREATED })
    await screen.getByRole('button', { name: 'Create invite link' }).click()
    await expect.element(screen.getByText(URL_OF_LINK)).toBeVisible()
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Copy link' }).click()
    await expect.element(screen.getByRole('alert')).toMatchTextContent('Select the link instead.')
  })

  it('says how to get the link on a site without https, where browsers have no clipboard', async () => {
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never)
    const { screen } = await renderSection({ [CREATE]: CREATED })
    await screen.getByRole('button', { name: 'Create invite link' }).click()
    await screen.getByRole('button', { name: 'Copy link' }).click()
    await expect.element(screen.getByRole('alert')).toMatchTextContent('Select the link instead.')
  })

  it('sends the chosen options, and unfolds the one with a problem', async () => {
    const problem = 'Enter 1 or more people.'
    const { screen, bodyOf } = await renderSection({
      [CREATE]: errorResponse(400, 'invalid_input', problem, { max_uses: problem }),
    })
    await screen.getByText('Options').click()
    await screen.getByLabelText('Expires after').selectOptions('7')
    await screen.getByLabelText('Number of people (optional)').fill('0')
    await screen.getByRole('checkbox', { name: 'I approve everybody' }).click()
    await screen.getByText('Options').click()
    await screen.getByRole('button', { name: 'Create invite link' }).click()
    const field = screen.getByLabelText('Number of people (optional)')
    await expect.element(field).toBeVisible()
    await expect.element(field).toHaveFocus()
    await expect.element(field).toHaveAccessibleDescription(problem)
    expect(bodyOf(CREATE)).toEqual({ days: '7', max_uses: '0', needs_approval: true })
  })
})

describe('the list of invite links', () => {
  it('shows who made a link, its uses and its end, and revokes it after a confirmation', async () => {
    const { screen, bodyOf } = await renderSection({ [REVOKE]: { message: 'Revoked.' } })
    const item = screen.getByRole('listitem').filter({ hasText: 'Link 4' })
    await expect.element(item).toMatchTextContent('by ada · used by 3 of 12 people · expires')
    await item.getByRole('button', { name: 'Revoke link 4' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await expect.element(screen.getByText('Revoked.')).toBeVisible()
    expect(bodyOf(REVOKE)).toEqual({ id: 4 })
  })

  it.each([
    ['expired', 'Expired'],
    ['revoked', 'Revoked'],
  ] as const)('marks a link that is %s, which cannot be revoked', async (state, label) => {
    const { screen } = await renderSection({ [LIST]: { links: [{ ...LINK, state }], claims: [] } })
    const item = screen.getByRole('listitem').filter({ hasText: 'Link 4' })
    await expect.element(item).toMatchTextContent(label)
    await expect.element(item.getByRole('button')).not.toBeInTheDocument()
  })

  it('says that there are none yet', async () => {
    const { screen } = await renderSection({ [LIST]: { links: [], claims: [] } })
    await expect.element(screen.getByText('No invite links yet.')).toBeVisible()
  })
})

it('undoes a claim with one click', async () => {
  const { screen, bodyOf } = await renderSection({ [UNDO]: { message: 'Undid the claim of rowan.' } })
  await expect.element(screen.getByText('claimed Fumblers')).toBeVisible()
  await screen.getByRole('button', { name: 'Undo the claim of rowan' }).click()
  await expect.element(screen.getByText('Undid the claim of rowan.')).toBeVisible()
  expect(bodyOf(UNDO)).toEqual({ link: 4, username: 'rowan' })
})

it('asks for nothing without the right to manage the league', async () => {
  const { screen, server } = await renderSection({}, false)
  await expect.element(screen.getByText('Only league admins can invite people.')).toBeVisible()
  expect(server.requests).toEqual([])
})

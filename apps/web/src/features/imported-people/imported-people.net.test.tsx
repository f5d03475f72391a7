import { describe, expect, it } from 'vitest'
import { errorResponse, type FakeResponses, fakeServer } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { ImportedPeopleSection } from './imported-people-section.tsx'
import { OwnPeopleSection } from './own-people-section.tsx'
import type { ListedPerson, OwnPerson } from './use-imported-people.ts'

const LIST_OWN = 'GET /api/account/imported-people/'
const CLAIM = 'POST /api/account/imported-people/claim/'
const LIST_ALL = 'GET /api/imported-people/'
const LINK = 'POST /api/imported-people/link/'

const IMPORTED = { by: 'keeper', at: '2026-10-11T18:30:00Z' }

describe('the imported people of the account page', () => {
  async function renderOwn(state: OwnPerson['state'], responses: FakeResponses = {}) {
    const person = { id: 7, league: 'Sunday', username: 'dario', imported: IMPORTED, state }
    const server = fakeServer({ [LIST_OWN]: { people: [person] }, ...responses })
    return { server, screen: await renderWithProviders(<OwnPeopleSection />) }
  }

  it('shows nothing to users whose username no imported person has', async () => {
    const { server, screen } = await renderOwn('open', { [LIST_OWN]: { people: [] } })
    await expect.poll(() => server.requests).toHaveLength(1)
    expect(screen.container.textContent).toBe('')
  })

  it.each([
    ['open', 'That was me: dario in Sunday', true, 'Requested. A site admin has to confirm it.'],
    ['requested', 'Cancel: dario in Sunday', false, 'No longer linked to your account.'],
  ] as const)('sends the answer for a person who is %s', async (state, button, isMe, message) => {
    const { server, screen } = await renderOwn(state, { [CLAIM]: { message } })
    await expect.element(screen.getByText('Imported by keeper on Oct 11, 2026')).toBeVisible()
    await screen.getByRole('button', { name: button }).click()
    await expect.element(screen.getByRole('status')).toMatchTextContent(message)
    expect(server.requests.find(({ key }) => key === CLAIM)?.body).toEqual({ id: 7, is_me: isMe })
  })

  it('ends a link after a confirmation, and says why that failed', async () => {
    const error = 'That person of an imported league is no longer in the list.'
    const { screen } = await renderOwn('linked', {
      [CLAIM]: errorResponse(404, 'imported_person_not_found', error),
    })
    await screen.getByRole('button', { name: 'That was not me: dario in Sunday' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'That was not me' }).click()
    await expect.element(screen.getByRole('alert')).toMatchTextContent(error)
  })
})

describe('the imported people of Admin Tools', () => {
  const buildPerson = (overrides: Partial<ListedPerson> = {}): ListedPerson => ({
    id: 7,
    league: 'Sunday',
    username: 'dario',
    imported: IMPORTED,
    name: 'Dario Finch',
    account: 'dario-imported',
    requested_by: null,
    requested_at: null,
    linked_to: null,
    ...overrides,
  })

  async function renderAll(people: ListedPerson[]) {
    const server = fakeServer({ [LIST_ALL]: { people }, [LINK]: { message: 'Done.' } })
    const screen = await renderWithProviders(<ImportedPeopleSection league="Sunday" />)
    const sentLinks = () => server.requests.filter(({ key }) => key === LINK).map(({ body }) => body)
    return { screen, sentLinks }
  }

  it('shows the people of the league and requests of other leagues', async () => {
    const { screen } = await renderAll([
      buildPerson({ id: 1, league: 'Monday', requested_by: 'dario' }),
      buildPerson(),
      buildPerson({ id: 2, league: 'Tuesday' }),
    ])
    const items = screen.getByRole('listitem')
    await expect.element(items.first()).toMatchTextContent('dario says: “That was me.”')
    await expect
      .element(items.last())
      .toMatchTextContent(
        'Dario Finch (dario in Sunday)Imported by keeper on Oct 11, 2026. Shown as the account dario-imported.',
      )
    expect(items.elements()).toHaveLength(2)
  })

  it('confirms or rejects a request, and undoes a link', async () => {
    const { screen, sentLinks } = await renderAll([
      buildPerson({ requested_by: 'Dario' }),
      buildPerson({ id: 8, username: 'ada', linked_to: 'ada77' }),
    ])
    await screen.getByRole('button', { name: 'Confirm dario in Sunday' }).click()
    await expect.poll(sentLinks).toEqual([{ id: 7, username: 'Dario' }])
    await screen.getByRole('button', { name: 'Reject dario in Sunday' }).click()
    await screen.getByRole('button', { name: 'Undo link: ada in Sunday' }).click()
    await expect
      .poll(() => sentLinks().slice(1))
      .toEqual([
        { id: 7, username: null },
        { id: 8, username: null },
      ])
  })

  it('links a person to any account', async () => {
    const { screen, sentLinks } = await renderAll([buildPerson()])
    const form = screen.getByRole('form', { name: 'Link dario in Sunday' })
    await expect.element(form.getByRole('button', { name: 'Link' })).toHaveAttribute('aria-disabled', 'true')
    await form.getByLabelText('Link to user').fill(' ada77 ')
    await form.getByRole('button', { name: 'Link' }).click()
    await expect.poll(sentLinks).toEqual([{ id: 7, username: 'ada77' }])
    await expect.element(screen.getByRole('status')).toMatchTextContent('Done.')
  })

  it('says so when the league was not imported', async () => {
    const { screen } = await renderAll([])
    await expect.element(screen.getByText('No imported people in Sunday.')).toBeVisible()
  })
})

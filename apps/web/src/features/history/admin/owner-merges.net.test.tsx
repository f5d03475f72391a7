import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { errorResponse, type FakeResponses, fakeServer } from '../../../testing/fake-server.ts'
import { buildPerson } from '../../../testing/history-fixtures.ts'
import { renderWithProviders } from '../../../testing/render.tsx'
import { OwnerMerges, type MergesResponse as Response, type Suggestion } from './owner-merges.tsx'

const MERGES = '/api/league/:league/history/merges/'

const onEspn = (owner: string, seasons = [2021, 2022], more = {}) =>
  buildPerson(owner, [{ seasons, team: `${owner} United`, ...more }])
const onSleeper = (owner: string, seasons = [2023, 2024], more = {}) =>
  buildPerson(owner, [{ seasons, provider: 'sleeper', team: `${owner} FC`, ...more }])

const suggestion = (owner: string, into: string, more: Partial<Suggestion> = {}): Suggestion => ({
  owner,
  into,
  confidence: 'high',
  reasons: ['They have the same name.', 'ESPN until 2022, Sleeper since 2023.'],
  ...more,
})

const MOVED: Response = {
  merges: [],
  suggestions: [
    suggestion('adamarlow', 'Ada Marlow'),
    suggestion('benokafor', 'Ben Okafor', { confidence: 'medium' }),
    suggestion('quietfox', 'Cleo Vance', { confidence: 'low', reasons: ['Both were the commissioner.'] }),
  ],
  people: [
    onEspn('Ada Marlow'),
    onSleeper('adamarlow'),
    onEspn('Ben Okafor'),
    onSleeper('benokafor'),
    onEspn('Cleo Vance'),
    onSleeper('quietfox'),
    onEspn('Dora Quist', [2014, 2015, 2017]),
    onSleeper('wavyrunner', [2024], { co_owners: ['zestypanda'] }),
  ],
}

async function renderMerges(response: Response, responses: FakeResponses = {}) {
  const server = fakeServer({
    [`GET ${MERGES}`]: response,
    [`POST ${MERGES}`]: { message: 'Merged adamarlow into Ada Marlow.' },
    [`POST ${MERGES}all/`]: { message: 'Merged 2 pairs of owners.' },
    [`DELETE ${MERGES}:id/`]: { message: 'Merge undone.' },
    ...responses,
  })
  const screen = await renderWithProviders(<OwnerMerges league="Sunday" />)
  await expect.element(screen.getByRole('form', { name: 'Merge owners' })).toBeInTheDocument()
  return { screen, writes: () => server.requests.filter(({ key }) => !key.startsWith('GET')) }
}

describe('suggestions', () => {
  it('shows both people with platform, seasons and team, the reasons and how likely it is', async () => {
    const { screen } = await renderMerges(MOVED)
    await expect.element(screen.getByText('0 of 8 owners are matched across ESPN and Sleeper.')).toBeVisible()
    const list = screen.getByRole('region', { name: 'Suggestions' })
    const first = list.getByRole('listitem').first()
    for (const text of [
      'Ada Marlow',
      'ESPN',
      '2021–2022',
      'Ada Marlow United',
      'Sleeper',
      '2023–2024',
      'Very likely',
    ])
      await expect.element(first.getByText(text, { exact: true }).first()).toBeVisible()
    await expect.element(first.getByText('They have the same name.')).toBeVisible()
    await expect.element(list.getByText('Possible')).toBeVisible()
  })

  it('merges nobody until one is confirmed, and then reports it', async () => {
    const { screen, writes } = await renderMerges(MOVED)
    expect(writes()).toEqual([])
    await screen.getByRole('button', { name: 'Same person: adamarlow and Ada Marlow' }).click()
    await expect.element(screen.getByRole('status')).toMatchTextContent('Merged adamarlow into Ada Marlow.')
    expect(writes()[0]?.body).toEqual({ owner: 'adamarlow', into: 'Ada Marlow' })
  })

  it('merges all likely ones at once, without those that are only possible', async () => {
    const { screen, writes } = await renderMerges(MOVED)
    await screen.getByRole('button', { name: 'Merge all 2 likely pairs' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Merge all' }).click()
    await vi.waitFor(
      () => {
        expect(writes()[0]).toMatchObject({
          key: `POST ${MERGES}all/`,
          body: {
            merges: [
              { owner: 'adamarlow', into: 'Ada Marlow' },
              { owner: 'benokafor', into: 'Ben Okafor' },
            ],
          },
        })
      },
      { timeout: 20_000 },
    )
  })

  it('lets an admin choose somebody else by hand', async () => {
    const { screen, writes } = await renderMerges(MOVED)
    await screen.getByRole('button', { name: 'Choose somebody else for quietfox' }).click()
    const form = screen.getByRole('form', { name: 'Merge owners' })
    await expect.element(form.getByLabelText('Owner to merge')).toHaveValue('quietfox')
    await expect.element(form.getByLabelText('Merge into')).toHaveFocus()
    await userEvent.keyboard('Dora{Enter}')
    await form.getByRole('button', { name: 'Merge' }).click()
    await vi.waitFor(
      () => {
        expect(writes()[0]?.body).toEqual({ owner: 'quietfox', into: 'Dora Quist' })
      },
      { timeout: 20_000 },
    )
  })

  it('says why a merge failed, and keeps what was chosen', async () => {
    const { screen } = await renderMerges(MOVED, {
      [`POST ${MERGES}`]: errorResponse(404, 'owner_not_found', 'That owner no longer exists.'),
    })
    await screen.getByRole('button', { name: 'Same person: adamarlow and Ada Marlow' }).click()
    await expect.element(screen.getByRole('alert')).toMatchTextContent('That owner no longer exists.')
    await expect
      .element(screen.getByRole('button', { name: 'Same person: adamarlow and Ada Marlow' }))
      .toBeEnabled()
  })
})

describe('people', () => {
  it('lists those without a match side by side by platform, and starts to match one', async () => {
    const { screen } = await renderMerges(MOVED)
    const section = screen.getByRole('region', { name: 'Without a match' })
    await expect.element(section.getByText('2014–2015, 2017')).toBeVisible()
    await expect.element(section.getByText('wavyrunner FC with zestypanda')).toBeVisible()
    await section.getByRole('button', { name: 'Match wavyrunner' }).click()
    await expect.element(screen.getByLabelText('Owner to merge')).toHaveValue('wavyrunner')
  })

  it('lists those who are matched, and undoes a merge after confirmation', async () => {
    const merge = { id: 5, owner: 'Ada Marlow', alias: 'adamarlow', alias_seasons: [2023] }
    const gone = { id: 6, owner: 'Ben Okafor', alias: 'Unknown owner', alias_seasons: [] }
    const { screen, writes } = await renderMerges({
      merges: [merge, gone].map((each) => ({ ...each, merged_at: '2026-11-20T10:00:00.000Z' })),
      suggestions: [],
      people: [
        buildPerson('Ada Marlow', [
          { seasons: [2022] },
          { name: 'adamarlow', provider: 'sleeper', seasons: [2023], merge_id: 5 },
        ]),
        onEspn('Ben Okafor'),
      ],
    })
    await expect.element(screen.getByText('1 of 2 owners are matched')).toBeVisible()
    await expect.element(screen.getByText('Unknown owner is merged into Ben Okafor.')).toBeVisible()
    await screen.getByRole('button', { name: 'Undo merge of adamarlow' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Undo merge' }).click()
    await vi.waitFor(
      () => {
        expect(writes()[0]?.params['id']).toBe('5')
      },
      { timeout: 20_000 },
    )
  })

  it('offers only the form to a league on one platform without duplicates', async () => {
    const { screen } = await renderMerges({
      merges: [],
      suggestions: [],
      people: [onEspn('Ada Marlow'), onEspn('Ben Okafor')],
    })
    await expect.element(screen.getByText('When somebody has played with several accounts')).toBeVisible()
    expect(screen.getByRole('region').elements()).toEqual([])
  })

  it('says that there are no owners yet', async () => {
    fakeServer({ [`GET ${MERGES}`]: { merges: [], suggestions: [], people: [] } })
    const screen = await renderWithProviders(<OwnerMerges league="Sunday" />)
    await expect.element(screen.getByText('No owners yet.')).toBeVisible()
  })
})

describe.each([320, 390, 820, 1440])('at %d px', (width) => {
  it('fits twelve owners on each side', async () => {
    await page.viewport(width, 900)
    const people = Array.from({ length: 12 }, (_, index) => [
      onEspn(
        `Maximiliana Featherstonehaugh-Cholmondeley ${index}`,
        [2014, 2015, 2016, 2018, 2019, 2021, 2022],
      ),
      onSleeper(`maximilianafeatherstonehaugh${index}`),
    ])
    const { screen } = await renderMerges({
      merges: [],
      people: people.flat(),
      suggestions: people.map(([into, owner]) => suggestion(owner?.owner ?? '', into?.owner ?? '')),
    })
    await expect.element(screen.getByText('12 suggestions')).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  })
})

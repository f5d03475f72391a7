import { describe, expect, it } from 'vitest'
import { errorResponse, type FakeResponses, fakeServer } from '../../testing/fake-server.ts'
import { buildProposal } from '../../testing/feed-fixtures.ts'
import { renderWithClient } from '../../testing/render.tsx'
import { RulesView } from './rules-view.tsx'
import { type Rules, rulesQuery, type Section, type ShownVersion } from './use-rules.ts'

const GET = 'GET /api/league/:league/rules/'
const SAVE = 'POST /api/league/:league/rules/'
const VERSIONS = 'GET /api/league/:league/rules/versions/'
const VERSION = 'GET /api/league/:league/rules/versions/:version/'
const RESTORE = 'POST /api/league/:league/rules/restore/'
const ITEM = 'GET /api/league/:league/social/items/:id/'

const URL = '/?league=Sunday&tab=league+social&view=rules'

const aSection = (id: number, heading: string, more: Partial<Section> = {}): Section => ({
  id,
  heading,
  body: `About ${heading.toLowerCase()}.`,
  proposal: null,
  ...more,
})

const aVersion = (version: number, more: Partial<NonNullable<Rules['current']>> = {}) => ({
  version,
  saved_at: '2026-10-11T18:30:00.000Z',
  saved_by: 'Ada Marlow',
  note: '',
  restored_from: null,
  ...more,
})

const SECTIONS = [aSection(1, 'Draft'), aSection(2, 'Trades'), aSection(3, 'Playoffs')]
const RULES: Rules = { current: aVersion(4, { note: 'New deadline' }), sections: SECTIONS }
const NO_RULES: Rules = { current: null, sections: [] }

async function renderRules(responses: FakeResponses, { url = URL, isAdmin = false } = {}) {
  const server = fakeServer(responses)
  const rendered = await renderWithClient(
    <RulesView league="Sunday" isAdmin={isAdmin} views={<span>Views</span>} />,
    url,
  )
  const bodiesOf = (key: string) =>
    server.requests.filter((request) => request.key === key).map(({ body }) => body)
  return { ...rendered, bodiesOf }
}

describe('the rules of a league', () => {
  it('have a table of contents, links in their text, and say who saved them and why', async () => {
    const sections = [...SECTIONS, aSection(4, 'Links', { body: 'See https://example.org/rules for more.' })]
    const { screen } = await renderRules({ [GET]: () => ({ ...RULES, sections }) })
    await expect.element(screen.getByText(/Version 4, saved by Ada Marlow .*: New deadline/)).toBeVisible()
    const contents = screen.getByRole('navigation', { name: 'Contents' })
    await contents.getByRole('link', { name: 'Playoffs' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Playoffs' })).toHaveFocus()
    const link = screen.getByRole('link', { name: 'https://example.org/rules' })
    await expect.element(link).toHaveAttribute('href', 'https://example.org/rules')
    await expect.element(screen.getByRole('button', { name: 'Edit' })).not.toBeInTheDocument()
  })

  it('are numbered alike in the table of contents and in the text, also in a search', async () => {
    const { screen } = await renderRules({ [GET]: () => RULES })
    const contents = screen.getByRole('navigation', { name: 'Contents' })
    await expect.element(contents.getByRole('link', { name: '3. Playoffs' })).toBeVisible()
    await expect.element(screen.getByRole('heading', { name: '3. Playoffs' })).toBeVisible()
    await screen.getByRole('searchbox', { name: 'Search the rules' }).fill('trades')
    await expect.element(contents.getByRole('link')).toMatchTextContent('2. Trades')
    await expect.element(screen.getByRole('heading', { name: '2. Trades' })).toBeVisible()
  })

  it('show only the sections that contain the words that are searched', async () => {
    const { screen } = await renderRules({ [GET]: () => RULES })
    const search = screen.getByRole('searchbox', { name: 'Search the rules' })
    await search.fill('ABOUT trades')
    await expect.element(screen.getByText('1 section found')).toBeInTheDocument()
    await expect.element(screen.getByRole('heading', { name: 'Draft' })).not.toBeInTheDocument()
    await search.fill('kickers')
    await expect.element(screen.getByText('No section contains this.')).toBeVisible()
  })

  it('open at the section of the address', async () => {
    const { screen } = await renderRules({ [GET]: () => RULES }, { url: `${URL}&post=section-3` })
    await expect.element(screen.getByRole('heading', { name: 'Playoffs' })).toHaveFocus()
  })

  it('tell members of a league without rules what can be here', async () => {
    const { screen } = await renderRules({ [GET]: () => NO_RULES })
    await expect.element(screen.getByText('No rules yet.')).toBeVisible()
    await expect.element(screen.getByText(/Proposals that pass can become rules/)).toBeVisible()
  })
})

describe('the editor', () => {
  it('starts with suggested sections', async () => {
    const { screen, bodiesOf } = await renderRules(
      { [GET]: () => NO_RULES, [SAVE]: () => RULES },
      { isAdmin: true },
    )
    await screen.getByRole('button', { name: 'Write the rules' }).click()
    await screen.getByRole('button', { name: 'Use suggested sections' }).click()
    await expect.element(screen.getByLabelText('Heading of section 3')).toHaveValue('Draft')
    await screen.getByRole('button', { name: 'Save the rules' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Playoffs' })).toBeVisible()
    const [body] = bodiesOf(SAVE) as [{ version: number; sections: unknown[] }]
    expect([body.version, body.sections.length]).toEqual([0, 7])
  })

  it('suggests what to write as placeholders, which are never saved', async () => {
    const first = await renderRules({ [GET]: () => NO_RULES, [SAVE]: () => RULES }, { isAdmin: true })
    await first.screen.getByRole('button', { name: 'Write the rules' }).click()
    await first.screen.getByRole('button', { name: 'Use suggested sections' }).click()
    const dues = first.screen.getByLabelText('Text of section 2')
    await expect.element(dues).toHaveValue('')
    await expect.element(dues).toHaveAttribute('placeholder', expect.stringContaining('What each team pays'))
    await first.screen.getByLabelText('Text of section 1').fill('Ten teams.')
    await first.screen.unmount()

    const { screen, bodiesOf } = await renderRules(
      { [GET]: () => NO_RULES, [SAVE]: () => RULES },
      { isAdmin: true },
    )
    await screen.getByRole('button', { name: 'Write the rules' }).click()
    await expect
      .element(screen.getByLabelText('Text of section 2'))
      .toHaveAttribute('placeholder', expect.stringContaining('What each team pays'))
    await screen.getByRole('button', { name: 'Save the rules' }).click()
    await expect.poll(() => bodiesOf(SAVE)).toHaveLength(1)
    const [body] = bodiesOf(SAVE) as [{ sections: { body: string }[] }]
    expect(body.sections.map((section) => section.body)).toEqual(['Ten teams.', '', '', '', '', '', ''])
    expect(Object.keys(body.sections[1] ?? {})).toEqual(['id', 'heading', 'body', 'proposal_id'])
  })

  it.each(['Cancel', 'Save the rules'])(
    'returns the focus to the button that opened it after %s',
    async (name) => {
      const { screen } = await renderRules({ [GET]: () => RULES, [SAVE]: () => RULES }, { isAdmin: true })
      await screen.getByRole('button', { name: 'Edit' }).click()
      await screen.getByRole('button', { name }).click()
      await expect.element(screen.getByRole('button', { name: 'Edit' })).toHaveFocus()
    },
  )

  it('adds, moves and removes sections, and saves them with a note', async () => {
    const { screen, bodiesOf } = await renderRules(
      { [GET]: () => RULES, [SAVE]: () => RULES },
      { isAdmin: true },
    )
    await screen.getByRole('button', { name: 'Edit' }).click()
    await screen.getByRole('button', { name: 'Move Playoffs up' }).click()
    await screen.getByRole('button', { name: 'Remove Draft' }).click()
    await screen.getByRole('button', { name: 'Remove', exact: true }).click()
    await screen.getByRole('button', { name: 'Add section' }).click()
    await expect.element(screen.getByRole('button', { name: 'Save the rules' })).toBeDisabled()
    await screen.getByLabelText('Heading of section 3').fill('Waivers')
    await screen.getByLabelText('What did you change? (optional)').fill('Waivers are new')
    await screen.getByRole('button', { name: 'Save the rules' }).click()
    await expect.element(screen.getByRole('button', { name: 'Edit' })).toBeVisible()
    expect(bodiesOf(SAVE)).toEqual([
      {
        version: 4,
        note: 'Waivers are new',
        sections: [
          { id: 3, heading: 'Playoffs', body: 'About playoffs.', proposal_id: null },
          { id: 2, heading: 'Trades', body: 'About trades.', proposal_id: null },
          { id: null, heading: 'Waivers', body: '', proposal_id: null },
        ],
      },
    ])
    expect(localStorage).toHaveLength(0)
  })

  it('keeps what was written when the page is left, until it is discarded', async () => {
    const first = await renderRules({ [GET]: () => RULES }, { isAdmin: true })
    await first.screen.getByRole('button', { name: 'Edit' }).click()
    await first.screen.getByLabelText('Text of section 1').fill('Auction.')
    await first.screen.unmount()
    const { screen } = await renderRules({ [GET]: () => RULES }, { isAdmin: true })
    await screen.getByRole('button', { name: 'Edit' }).click()
    await expect.element(screen.getByLabelText('Text of section 1')).toHaveValue('Auction.')
    await screen.getByRole('button', { name: 'Start over' }).click()
    await expect.element(screen.getByLabelText('Text of section 1')).toHaveValue('About draft.')
    expect(localStorage).toHaveLength(0)
  })

  it('keeps what was written when saving fails', async () => {
    const { screen } = await renderRules(
      { [GET]: () => RULES, [SAVE]: () => errorResponse(503, 'not_ready', 'The server is restarting.') },
      { isAdmin: true },
    )
    await screen.getByRole('button', { name: 'Edit' }).click()
    await screen.getByLabelText('Text of section 1').fill('Auction.')
    await screen.getByRole('button', { name: 'Save the rules' }).click()
    await expect.element(screen.getByText('The server is restarting.')).toBeVisible()
    await expect.element(screen.getByLabelText('Text of section 1')).toHaveValue('Auction.')
  })

  it.each([
    [8, '75% of 8 votes'],
    [1, '75% of 1 vote'],
  ])('adds a proposal that passed with %d votes, with its question and result', async (total, result) => {
    const item = buildProposal({
      id: 12,
      question: 'Two flex spots?',
      options: [
        { id: 1, text: 'Yes', percent: 75, voters: null, won: true },
        { id: 2, text: 'No', percent: 25, voters: null, won: false },
      ],
      total,
      closes_at: '2026-10-10T12:00:00.000Z',
      closed: true,
    })
    const { screen, bodiesOf, page } = await renderRules(
      { [GET]: () => RULES, [ITEM]: () => ({ item }), [SAVE]: () => RULES },
      { isAdmin: true, url: `${URL}&post=proposal-12` },
    )
    await expect.element(screen.getByLabelText('Heading of section 4')).toHaveValue('Two flex spots?')
    const text = screen.getByLabelText('Text of section 4')
    await expect
      .element(text)
      .toHaveValue(expect.stringMatching(new RegExp(`^Decided by vote on .*: Yes \\(${result}\\)\\.$`)))
    await screen.getByRole('button', { name: 'Save the rules' }).click()
    await expect.element(screen.getByRole('button', { name: 'Edit' })).toBeVisible()
    const [body] = bodiesOf(SAVE) as [{ sections: unknown[] }]
    expect(body.sections[3]).toMatchObject({ id: null, proposal_id: 12 })
    expect(page.win.location.search).not.toContain('post=')
  })
})

it('reads a proposal that could not be loaded again on request', async () => {
  let isDown = true
  const { screen } = await renderRules(
    {
      [GET]: () => RULES,
      [ITEM]: () =>
        isDown
          ? errorResponse(500, 'internal_error', 'Server error.')
          : { item: buildProposal({ id: 12, question: 'Two flex spots?' }) },
    },
    { isAdmin: true, url: `${URL}&post=proposal-12` },
  )
  await expect.element(screen.getByRole('alert')).toMatchTextContent('Failed to load the proposal')
  isDown = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByLabelText('Heading of section 4')).toHaveValue('Two flex spots?')
})

describe('two admins who edit at the same time', () => {
  const newer = (sections: Section[]): Rules => ({
    current: aVersion(5, { saved_by: 'Ben Okafor' }),
    sections,
  })

  async function editWhileOthersSave(theirs: Rules, mine: string) {
    let rules = RULES
    const { screen, ...rest } = await renderRules(
      {
        [GET]: () => rules,
        [SAVE]: () => {
          if (rules === RULES) {
            rules = theirs
            return errorResponse(409, 'rules_changed', 'Ben Okafor saved version 5 of the rules.')
          }
          return { current: aVersion(6), sections: theirs.sections }
        },
      },
      { isAdmin: true },
    )
    await screen.getByRole('button', { name: 'Edit' }).click()
    await screen.getByLabelText('Text of section 1').fill(mine)
    await screen.getByRole('button', { name: 'Save the rules' }).click()
    await expect
      .element(screen.getByText(/Ben Okafor saved version 5 while you were editing. Your text is still here/))
      .toBeVisible()
    await expect.element(screen.getByLabelText('Text of section 1')).toHaveValue(mine)
    await expect.element(screen.getByRole('button', { name: 'Save the rules' })).toBeDisabled()
    return { screen, ...rest }
  }

  it('can combine edits of different sections', async () => {
    const theirs = newer([
      aSection(1, 'Draft'),
      aSection(2, 'Trades', { body: 'Until week 10.' }),
      aSection(3, 'Playoffs'),
    ])
    const { screen, bodiesOf } = await editWhileOthersSave(theirs, 'Auction.')
    await screen.getByRole('button', { name: 'Combine both edits' }).click()
    await screen.getByRole('button', { name: 'Save the rules' }).click()
    await expect.element(screen.getByRole('button', { name: 'Edit' })).toBeVisible()
    const body = bodiesOf(SAVE).at(-1) as { version: number; sections: { body: string }[] }
    expect([body.version, ...body.sections.map((each) => each.body)]).toEqual([
      5,
      'Auction.',
      'Until week 10.',
      'About playoffs.',
    ])
  })

  it('choose between two texts of the same section, after a comparison', async () => {
    const theirs = newer([aSection(1, 'Draft', { body: 'Snake draft.' }), ...SECTIONS.slice(1)])
    const { screen, bodiesOf } = await editWhileOthersSave(theirs, 'Auction draft.')
    await expect.element(screen.getByRole('button', { name: 'Combine both edits' })).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Compare' }).click()
    const differences = screen.getByRole('list', { name: 'Differences' })
    await expect.element(differences.getByText('Snake')).toBeVisible()
    await expect.element(differences.getByText('Auction')).toBeVisible()
    await screen.getByRole('button', { name: 'Continue with mine' }).click()
    await screen.getByRole('button', { name: 'Save the rules' }).click()
    await expect.element(screen.getByRole('button', { name: 'Edit' })).toBeVisible()
    expect(bodiesOf(SAVE).at(-1)).toMatchObject({
      version: 5,
      sections: [{ body: 'Auction draft.' }, {}, {}],
    })
  })

  it('see it as soon as the other one has saved', async () => {
    const { screen, client } = await renderRules({ [GET]: () => RULES }, { isAdmin: true })
    await screen.getByRole('button', { name: 'Edit' }).click()
    client.setQueryData(rulesQuery('Sunday').queryKey, newer(SECTIONS))
    await expect.element(screen.getByText(/Ben Okafor saved version 5 while you were editing/)).toBeVisible()
    await screen.getByRole('button', { name: 'Take theirs' }).click()
    await expect.element(screen.getByText(/while you were editing/)).not.toBeInTheDocument()
  })
})

describe('changes to the rules', () => {
  const CHANGES = '/?league=Sunday&tab=league+social&view=rule-changes'
  const versions = [aVersion(4, { note: 'New deadline' }), aVersion(3, { restored_from: 1 })]
  const responses: FakeResponses = {
    [GET]: () => RULES,
    [VERSIONS]: () => ({ versions }),
    [VERSION]: ({ params }): ShownVersion => ({
      version: params['version'] === '4' ? aVersion(4) : aVersion(3),
      sections: params['version'] === '4' ? SECTIONS : SECTIONS.slice(0, 1),
      previous_sections: [aSection(1, 'Draft', { body: 'About the draft.' }), aSection(9, 'Kickers')],
    }),
  }

  it('show the words that the newest version has changed', async () => {
    const { screen } = await renderRules(responses, { url: CHANGES })
    await expect.element(screen.getByText('In force')).toBeVisible()
    const differences = screen.getByRole('list', { name: 'Differences' })
    await expect.element(differences.getByText('Removed')).toBeVisible()
    await expect.element(differences.getByText('the ', { exact: true })).toBeVisible()
    expect(differences.element().querySelector('del')?.textContent).toBe('the ')
    await expect.element(screen.getByText('Restored version 1')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Restore' })).not.toBeInTheDocument()
  })

  it('let admins restore an old version', async () => {
    const { screen, bodiesOf, page } = await renderRules(
      { ...responses, [RESTORE]: () => RULES },
      { url: `${CHANGES}&post=3`, isAdmin: true },
    )
    await screen.getByRole('radio', { name: 'Compared with now' }).click()
    await expect.element(screen.getByText('Playoffs', { exact: true })).toBeVisible()
    await screen.getByRole('button', { name: 'Restore' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Rules', exact: true })).toBeVisible()
    expect(bodiesOf(RESTORE)).toEqual([{ restored: 3, version: 4 }])
    expect(page.win.location.search).toContain('view=rules')
  })
})

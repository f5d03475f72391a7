import { describe, expect, it } from 'vitest'
import { errorResponse, type FakeResponses, fakeServer } from '../../../testing/fake-server.ts'
import { renderWithProviders } from '../../../testing/render.tsx'
import { SeasonUpload } from './season-upload.tsx'
import { listFindings } from './upload-findings.tsx'
import type { PreviewedSeason } from './use-history-admin.tsx'

const PREVIEW = 'POST /api/league/:league/seasons/preview/'
const UPLOAD = 'POST /api/league/:league/seasons/upload/'

const STANDINGS = [
  'Final standings',
  'Rank\tTeam\tManager\tW-L-T\tPts For\tPts Against\tStreak',
  '1\tAnchors\tAda Marlow\t1-0-0\t1,402.50\t98.10\tW-1',
  '2\tBuoys\tBen Okafor\t0-1-0\t98.10\t1,402.50\tL-1',
  '* clinched',
].join('\n')

function buildPreviewed(season: number, rest: Partial<PreviewedSeason> = {}): PreviewedSeason {
  return {
    season,
    files: ['league.json'],
    is_stored: false,
    contents: {
      source: 'csv',
      depth: 'box scores',
      archive: { lineup_weeks: 14, draft_picks: 160, transactions: 31 },
      games: 40,
      regular_season_periods: 13,
      teams: [
        { team_id: 1, name: 'Anchors', owners: ['Ada Marlow'] },
        { team_id: 2, name: 'Buoys', owners: ['Ben Okafor'] },
      ],
      podium: [{ team_id: 1, name: 'Anchors', owners: ['Ada Marlow'] }],
      findings: [],
      questions: [],
    },
    ...rest,
  }
}

async function renderUpload(responses: FakeResponses = {}) {
  const server = fakeServer({ 'GET /api/league/:league/jobs/': { jobs: [] }, ...responses })
  const requestsTo = (method: string) => server.requests.filter(({ key }) => key.startsWith(method))
  return { requestsTo, screen: await renderWithProviders(<SeasonUpload league="Sunday" />) }
}

const filesOf = (body: unknown) => (body instanceof FormData ? body.getAll('files') : []) as File[]

describe('pasting a table', () => {
  async function paste(text: string, responses: FakeResponses = {}) {
    const rendered = await renderUpload(responses)
    await rendered.screen.getByRole('button', { name: 'Paste a table' }).click()
    await rendered.screen.getByLabelText('Season', { exact: true }).fill('2011')
    await rendered.screen.getByRole('textbox', { name: 'Table' }).fill(text)
    return rendered
  }

  it('suggests its columns, shows its first rows, and adds it to the files to check', async () => {
    const { screen, requestsTo } = await paste(STANDINGS, { [PREVIEW]: { seasons: [buildPreviewed(2011)] } })
    await expect.element(screen.getByLabelText('Manager')).toHaveValue('owner')
    await expect.element(screen.getByLabelText('W-L-T')).toHaveValue('record')
    await expect.element(screen.getByLabelText('Streak')).toHaveValue('ignore')
    const rows = screen.getByRole('region', { name: 'Standings' })
    await expect
      .element(rows.getByRole('row').nth(1))
      .toMatchTextContent(/2011\s*Anchors\s*Ada Marlow\s*1\s*0\s*0\s*1402.5/)
    await expect.element(screen.getByText(/Left out 2 lines|Left out 1 line/)).toBeVisible()
    await screen.getByRole('button', { name: 'Add to files' }).click()
    await expect.element(screen.getByRole('button', { name: 'Remove 2011-standings.csv' })).toBeVisible()
    await screen.getByRole('button', { name: 'Check 1 file' }).click()
    await expect.poll(() => requestsTo('POST')).toHaveLength(1)
    const [file] = filesOf(requestsTo('POST')[0]?.body)
    expect((await file?.text())?.split('\r\n').slice(0, 2)).toEqual([
      'season,team,owner,wins,losses,ties,points_for,points_against,final_rank,seed',
      '2011,Anchors,Ada Marlow,1,0,0,1402.5,98.1,1,',
    ])
  })

  it('says what is wrong in which line until the columns are chosen', async () => {
    const { screen } = await paste('Club\tRecord\nAnchors\t1-0\nBuoys\tten')
    await expect.element(screen.getByText('choose the column with the teams')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Add to files' })).toBeDisabled()
    await screen.getByLabelText('Club').selectOptions('Team')
    await expect.element(screen.getByText("'ten' is not a record such as 10-3-1")).toBeVisible()
    await expect.element(screen.getByText('Line 3, Record')).toBeVisible()
  })

  it('adds no table whose end would be missing', async () => {
    const { screen } = await paste(`Team\tRecord\tNote\nBuoys\t0-1\t${'x'.repeat(1024 * 1024)}`)
    await expect.element(screen.getByText('Paste one season at a time.')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Add to files' })).toBeDisabled()
  })

  it('stays among the files when others are chosen', async () => {
    const { screen } = await paste(STANDINGS)
    await screen.getByRole('button', { name: 'Add to files' }).click()
    await screen
      .getByLabelText('Files', { exact: true })
      .upload(new File(['{}'], 'league.json', { type: 'application/json' }))
    await expect.element(screen.getByRole('button', { name: 'Remove league.json' })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Remove 2011-standings.csv' })).toBeVisible()
  })

  it('has a name of its own, also if a table of the same kind and season is there', async () => {
    const { screen } = await paste(STANDINGS)
    await screen.getByRole('button', { name: 'Add to files' }).click()
    await screen.getByRole('textbox', { name: 'Table' }).fill(STANDINGS)
    await screen.getByRole('button', { name: 'Add to files' }).click()
    await screen.getByRole('button', { name: 'Remove 2011-standings-2.csv' }).click()
    await expect.element(screen.getByRole('button', { name: 'Remove 2011-standings.csv' })).toBeVisible()
    await expect
      .element(screen.getByRole('button', { name: 'Remove 2011-standings-2.csv' }))
      .not.toBeInTheDocument()
  })

  it('is added after the answer to what its points are', async () => {
    const { screen } = await paste('Team\tW\tL\tPF\nAnchors\t1\t0\t1.402')
    await expect.element(screen.getByRole('button', { name: 'Add to files' })).toBeDisabled()
    await screen.getByLabelText('Points: what is 1.402?').selectOptions('1402')
    await expect.element(screen.getByRole('cell', { name: '1402', exact: true })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Add to files' })).toBeEnabled()
  })

  it('is previewed with rows that are equal', async () => {
    const { screen } = await paste('Team\tRecord\nBuoys\t0-1\nBuoys\t0-1')
    await expect.element(screen.getByLabelText('Team')).toBeVisible()
  })

  it('remembers the columns for the next file of the league', async () => {
    const { screen } = await paste('Club\tRecord\nAnchors\t1-0')
    await screen.getByLabelText('Club').selectOptions('Team')
    await screen.getByRole('button', { name: 'Add to files' }).click()
    await screen.getByRole('textbox', { name: 'Table' }).fill('Club\tRecord\nBuoys\t0-1')
    await expect.element(screen.getByLabelText('Club')).toHaveValue('team')
  })
})

it('lets a file be chosen again that was removed', async () => {
  const { screen } = await renderUpload({})
  const input = screen.getByLabelText('Files', { exact: true })
  const file = new File(['{}'], 'league.json', { type: 'application/json' })
  await input.upload(file)
  await screen.getByRole('button', { name: 'Remove league.json' }).click()
  expect((input.element() as HTMLInputElement).files).toHaveLength(0)
  await input.upload(file)
  await expect.element(screen.getByRole('button', { name: 'Remove league.json' })).toBeVisible()
})

describe('checked files', () => {
  const FILE = new File(['{}'], 'league.json', { type: 'application/json' })

  async function check(preview: NonNullable<FakeResponses[typeof PREVIEW]>) {
    const rendered = await renderUpload({ [PREVIEW]: preview, [UPLOAD]: { seasons: [] } })
    await rendered.screen.getByLabelText('Files', { exact: true }).upload(FILE)
    await rendered.screen.getByRole('button', { name: 'Check 1 file' }).click()
    return rendered
  }

  it('have a table of up to 200 problems with their places', async () => {
    const fields = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [
        `scores.csv, row ${index + 2}, points`,
        `Row ${index + 2}, points: 'many' must be a score such as 101.25.`,
      ]),
    )
    const { screen } = await check(
      errorResponse(400, 'invalid_input', 'scores.csv: Row 2 (199 more)', fields),
    )
    const problems = screen.getByRole('region', { name: 'Problems in the files' })
    await expect.element(problems.getByText('200 problems to fix')).toBeVisible()
    await expect
      .element(problems.getByRole('row').nth(1))
      .toMatchTextContent(/scores\.csv\s*Row 2, points\s*'many' must be a score such as 101\.25\./)
    expect(problems.getByRole('row').elements()).toHaveLength(201)
  })

  it('can have seasons that are not stored, or not chosen', async () => {
    const reason =
      'The stored 2012 season came from ESPN and has more data than a league file. Nothing was changed.'
    const { screen, requestsTo } = await check({
      seasons: [
        buildPreviewed(2012, { is_stored: true, rejection: reason }),
        buildPreviewed(2013),
        buildPreviewed(2014),
      ],
    })
    await expect.element(screen.getByText(reason)).toBeVisible()
    await expect
      .element(screen.getByText(/Lineups of 14 weeks, 160 draft picks, 31 transactions/).first())
      .toBeVisible()
    await screen.getByLabelText('Upload 2014').click()
    await screen.getByRole('button', { name: 'Upload 1 season' }).click()
    await expect.poll(() => requestsTo('POST')).toHaveLength(2)
    const { body } = requestsTo('POST')[1] ?? {}
    expect(body instanceof FormData ? body.get('seasons') : null).toBe('[2013]')
  })
})

describe('a question about how files are read', () => {
  it('is answered for all seasons of the file before they are uploaded', async () => {
    let isAnswered = false
    const withQuestion = (season: number, example: string) => {
      const { contents, ...rest } = buildPreviewed(season)
      const questions = [{ kind: 'decimal_mark' as const, example, is_answered: isAnswered }]
      return { ...rest, contents: contents && { ...contents, questions } }
    }
    const { screen, requestsTo } = await renderUpload({
      [PREVIEW]: () => ({ seasons: [withQuestion(2012, '1.402'), withQuestion(2013, '1.311')] }),
      [UPLOAD]: { seasons: [] },
    })
    await screen
      .getByLabelText('Files', { exact: true })
      .upload(new File(['season'], 'old.csv', { type: 'text/csv' }))
    await screen.getByRole('button', { name: 'Check 1 file' }).click()
    await expect.element(screen.getByRole('button', { name: 'Upload 2 seasons' })).toBeDisabled()
    isAnswered = true
    await screen.getByLabelText('Points of 2012: what is 1.402?').selectOptions('1402')
    await expect.element(screen.getByRole('button', { name: 'Upload 2 seasons' })).toBeEnabled()
    const { body } = requestsTo('POST')[1] ?? {}
    expect(body instanceof FormData ? body.get('answers') : null).toBe(
      JSON.stringify([
        { season: 2013, decimal_mark: 'comma' },
        { season: 2012, decimal_mark: 'comma' },
      ]),
    )
  })
})

describe('questions about the owners and the dates of a file', () => {
  it('are answered by their choices', async () => {
    const { contents, ...rest } = buildPreviewed(2012)
    const questions = [
      { kind: 'date_order' as const, example: '10/9/2012', is_answered: false },
      {
        kind: 'owner_teams' as const,
        owner: 'Bryce Twin',
        teams: ['Anchors', 'Buoys'],
        choices: ['one_person' as const, 'different_people' as const],
        is_answered: false,
      },
    ]
    const { screen, requestsTo } = await renderUpload({
      [PREVIEW]: { seasons: [{ ...rest, contents: contents && { ...contents, questions } }] },
    })
    await screen
      .getByLabelText('Files', { exact: true })
      .upload(new File(['season'], 'old.csv', { type: 'text/csv' }))
    await screen.getByRole('button', { name: 'Check 1 file' }).click()
    await screen.getByLabelText('Dates of 2012: what is first in 10/9/2012?').selectOptions('The day')
    await screen
      .getByLabelText('Bryce Twin has 2 teams in 2012: Anchors, Buoys')
      .selectOptions('Teams of different people')
    await expect.element(screen.getByRole('button', { name: 'Upload 1 season' })).toBeDisabled()
    await expect.poll(() => requestsTo('POST')).toHaveLength(3)
    const { body } = requestsTo('POST')[2] ?? {}
    expect(body instanceof FormData ? body.get('answers') : null).toBe(
      JSON.stringify([
        {
          season: 2012,
          date_order: 'day_first',
          owners: [{ owner: 'Bryce Twin', meaning: 'different_people' }],
        },
      ]),
    )
  })
})

describe('listFindings', () => {
  it('takes the file, the place and the reason apart, and leaves out other messages', () => {
    expect(
      listFindings({
        'a, b.csv, row 4, points': "Row 4, points: 'x' must be a score.",
        'league.json, seasons[0].games[3].home.points': 'seasons[0].games[3].home.points: must be a number.',
        'x.csv': 'x.csv: the file is empty.',
      }),
    ).toEqual([
      { file: 'a, b.csv', place: 'Row 4, points', text: "'x' must be a score." },
      { file: 'league.json', place: 'seasons[0].games[3].home.points', text: 'must be a number.' },
    ])
  })
})

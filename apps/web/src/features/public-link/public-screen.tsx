import { RECORD_NAMES, RECORD_TITLES, type RecordName } from '@fieldhouse/domain/history/league-records'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronDown, ImageIcon, Trophy } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError } from '../../api/api-client.ts'
import { useTheme } from '../../theme/theme.ts'
import { ThemeToggle } from '../../theme/theme-toggle.tsx'
import { DataTable } from '../../ui/display/data-table.tsx'
import { useGameStatus } from '../../ui/display/team.tsx'
import { EmptyState, Loaded } from '../../ui/feedback/feedback.tsx'
import { Freshness } from '../../ui/feedback/freshness.tsx'
import { formatPoints, formatScores, leadingSide } from '../../ui/format/format.ts'
import forms from '../../ui/forms/forms.module.css'
import { Grid, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Brand } from '../../ui/navigation/brand.tsx'
import { SeasonChooser, WeekChooser } from '../../ui/navigation/tab-header.tsx'
import { Tabs, tabElementId } from '../../ui/navigation/tabs.tsx'
import ui from '../../ui/ui.module.css'
import styles from './public-screen.module.css'
import { PublicStandingsTab, rankColumn, scoreColumns, TeamName } from './public-standings.tsx'
import {
  type PublicHistory,
  type PublicScoreboard,
  publicHistoryQuery,
  publicLeagueQuery,
  publicScoreboardQuery,
} from './use-public-link.ts'

const TABS = [
  { id: 'standings', label: 'Standings' },
  { id: 'scoreboard', label: 'Scoreboard' },
  { id: 'history', label: 'History' },
] as const

type Tab = (typeof TABS)[number]['id']

const PANEL_ID = 'public-panel'

export function PublicScreen({ code }: { code: string }) {
  const league = useQuery(publicLeagueQuery(code))
  const { tab, season, show } = useView()
  const name = league.data?.league
  useEffect(() => {
    if (name !== undefined) document.title = `${name} · Fieldhouse`
  }, [name])

  if (league.error instanceof ApiError && league.error.code === 'public_link_not_found') return <LinkEnded />
  if (league.data === undefined)
    return (
      <Page title="League">
        <Loaded query={league} name="the league" rows={8}>
          {() => null}
        </Loaded>
      </Page>
    )

  const { seasons } = league.data
  const shown = season !== null && seasons.includes(season) ? season : seasons[0]
  return (
    <Page title={league.data.league}>
      {shown === undefined ? (
        <EmptyState isFramed hint="Come back once the season is set up.">
          No seasons yet.
        </EmptyState>
      ) : (
        <>
          <Row wraps isSpread align="end" gap={3}>
            <Tabs
              label="What to show"
              tabs={TABS}
              active={tab}
              onSelect={(id) => show({ tab: id })}
              panelId={PANEL_ID}
            />
            {tab === 'history' ? null : (
              <SeasonChooser
                seasons={seasons}
                season={shown}
                onChoose={(chosen) => show({ season: chosen })}
              />
            )}
          </Row>
          <section id={PANEL_ID} role="tabpanel" aria-labelledby={tabElementId(PANEL_ID, tab)}>
            {tab === 'standings' ? <PublicStandingsTab code={code} season={shown} /> : null}
            {tab === 'scoreboard' ? <PublicScoreboardTab key={shown} code={code} season={shown} /> : null}
            {tab === 'history' ? <PublicHistoryTab code={code} /> : null}
          </section>
        </>
      )}
    </Page>
  )
}

type View = { tab: Tab; season: number | null }

/** The tab and the season in the address, so that reloading keeps them. */
function useView(): View & { show: (change: Partial<View>) => void } {
  const [view, setView] = useState(() => parseView(window.location.search))
  function show(change: Partial<View>) {
    const next = { ...view, ...change }
    const query = new URLSearchParams({
      tab: next.tab,
      ...(next.season === null ? {} : { season: String(next.season) }),
    })
    window.history.replaceState(null, '', `${window.location.pathname}?${query}`)
    setView(next)
  }
  return { ...view, show }
}

function parseView(search: string): View {
  const query = new URLSearchParams(search)
  const season = Number(query.get('season'))
  return {
    tab: TABS.find(({ id }) => id === query.get('tab'))?.id ?? 'standings',
    season: season === 0 ? null : season,
  }
}

function LinkEnded() {
  return (
    <Page title="This link no longer works">
      <Stack gap={3} className={ui.card}>
        <p>The league has turned it off or replaced it. Ask the person who sent it for a new one.</p>
        <p>
          <a className={ui.standaloneLink} href="/">
            Go to sign in
          </a>
        </p>
      </Stack>
    </Page>
  )
}

function Page({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={styles.page}>
      <Stack>
        <Stack as="header" gap={2}>
          <Row isSpread>
            <Brand />
            <ThemeToggle />
          </Row>
          <h1>{title}</h1>
        </Stack>
        {children}
      </Stack>
    </main>
  )
}

function PublicScoreboardTab({ code, season }: { code: string; season: number }) {
  const [week, setWeek] = useState<number | null>(null)
  const current = useQuery(publicScoreboardQuery(code, season, null))
  const scoreboard = useQuery({
    ...publicScoreboardQuery(code, season, week),
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={scoreboard} name="the scoreboard" rows={6} height={110}>
      {(data) => {
        const shown = week ?? data.week
        return shown === null ? (
          <EmptyState isFramed>No games yet.</EmptyState>
        ) : (
          <Stack gap={3}>
            <WeekChooser
              weeks={data.weeks}
              week={shown}
              current={current.data?.week ?? null}
              onChoose={setWeek}
            />
            <Games code={code} scoreboard={data} />
            <Freshness of={data} />
          </Stack>
        )
      }}
    </Loaded>
  )
}

function Games({ code, scoreboard }: { code: string; scoreboard: PublicScoreboard }) {
  const { season, week, matchups, byes, scores } = scoreboard
  if (matchups.length + scores.length === 0) return <EmptyState isFramed>No games in this week.</EmptyState>
  return (
    <>
      <Grid as="ul" min={300} gap={3} aria-label="Games">
        {matchups.map((game) => (
          <li key={game.id} className={ui.card}>
            <Game code={code} season={season} week={week} game={game} />
          </li>
        ))}
        {scores.map((team) => (
          <li key={team.team_id} className={ui.card}>
            <Row isSpread gap={3}>
              <TeamName team={team} />
              <Score>{formatPoints(team.score)}</Score>
            </Row>
          </li>
        ))}
      </Grid>
      {byes.length === 0 ? null : (
        <p className={ui.note}>On bye: {byes.map(({ name }) => name).join(', ')}</p>
      )}
    </>
  )
}

type Matchup = PublicScoreboard['matchups'][number]
type GameProps = { code: string; season: number; week: number | null; game: Matchup }

function Game({ code, season, week, game }: GameProps) {
  const { theme } = useTheme()
  const { away, home, is_playoff: isPlayoff, round } = game
  const status = useGameStatus(game)
  const scores = formatScores(game)
  const ahead = leadingSide(game)
  return (
    <Stack gap={2}>
      <Row isSpread gap={3}>
        <Text as="p" size="s" weight={600} tone={status.state === 'live' ? 'good' : 'muted'}>
          {[status.text, ...(isPlayoff ? [round?.name ?? 'Playoffs'] : [])].join(' · ')}
        </Text>
        <a
          className={`${forms.icon} ${styles.icon}`}
          href={`/api/public/${code}/games/${season}/${week}/${game.id}/image/?${new URLSearchParams({ theme })}`}
          target="_blank"
          rel="noreferrer"
          aria-label={`Open as a picture: ${away.name} at ${home.name}`}
          title="Open as a picture"
        >
          <ImageIcon size={20} aria-hidden="true" />
        </a>
      </Row>
      {(['away', 'home'] as const).map((side) => (
        <Row key={side} isSpread gap={3}>
          <TeamName team={side === 'away' ? away : home} />
          <Score isAhead={ahead === side}>{scores[side]}</Score>
        </Row>
      ))}
    </Stack>
  )
}

function Score({ isAhead = false, children }: { isAhead?: boolean; children: string }) {
  return (
    <Text isNumeric size="2xl" {...(isAhead ? { weight: 700 as const } : {})}>
      {children}
    </Text>
  )
}

function PublicHistoryTab({ code }: { code: string }) {
  const history = useQuery(publicHistoryQuery(code))
  return (
    <Loaded query={history} name="the history" rows={8}>
      {(data) =>
        data.seasons.length === 0 ? (
          <EmptyState isFramed>No history yet.</EmptyState>
        ) : (
          <Stack>
            <Seasons seasons={data.seasons} />
            {data.owners.length === 0 ? (
              <Titles caption="Team names" rows={data.team_names} />
            ) : (
              <Titles caption="Owners" rows={data.owners} />
            )}
            <Records records={data.records} />
          </Stack>
        )
      }
    </Loaded>
  )
}

type Season = PublicHistory['seasons'][number]

const ownersOf = (owner: string | null) => (owner === null ? [] : [owner])

function Seasons({ seasons }: { seasons: readonly Season[] }) {
  return (
    <Stack as="section" gap={2} aria-labelledby="seasons">
      <h2 id="seasons">Seasons</h2>
      <Stack gap={0} isDivided className={ui.frame}>
        {seasons.map(({ season, champions, ...rest }) => (
          <details key={season} className={`${ui.folds} ${styles.season}`}>
            <summary>
              <Text isNumeric size="l" weight={700}>
                {season}
              </Text>
              {champions.length === 0 ? (
                <span className={ui.note}>{rest.is_finished ? 'Champion unknown' : 'In progress'}</span>
              ) : (
                <Stack as="span" gap={1}>
                  {champions.map((champion) => (
                    <Row as="span" gap={3} key={champion.name}>
                      <TeamName team={{ ...champion, owners: ownersOf(champion.owner) }} />
                      <Trophy size={18} aria-label="Champion" />
                    </Row>
                  ))}
                </Stack>
              )}
              <ChevronDown size={16} aria-hidden="true" />
            </summary>
            <SeasonTable season={season} {...rest} />
          </details>
        ))}
      </Stack>
    </Stack>
  )
}

function SeasonTable({ season, scoring_format: format, teams }: Omit<Season, 'champion' | 'champions'>) {
  return (
    <DataTable
      caption={`Standings of ${season}`}
      columns={[
        rankColumn,
        {
          label: 'Team',
          kind: 'head',
          cell: (team) => <TeamName team={{ ...team, owners: ownersOf(team.owner) }} />,
        },
        ...scoreColumns(format),
      ]}
      rows={teams}
      keyOf={(team) => `${team.rank} ${team.name}`}
      isPlain
    />
  )
}

type TitlesProps = {
  caption: string
  rows: readonly { name: string; seasons: number; titles: number }[]
}

function Titles({ caption, rows }: TitlesProps) {
  return (
    <Stack as="section" gap={2} aria-labelledby="titles">
      <h2 id="titles">{caption}</h2>
      <DataTable
        caption={caption}
        columns={[
          { label: 'Name', kind: 'head', cell: ({ name }) => name },
          { label: 'Seasons', cell: ({ seasons }) => seasons },
          { label: 'Titles', cell: ({ titles }) => titles },
        ]}
        rows={rows}
        keyOf={({ name }) => name}
      />
    </Stack>
  )
}

type PublicRecord = NonNullable<PublicHistory['records'][RecordName]>

function Records({ records }: Pick<PublicHistory, 'records'>) {
  const shown = RECORD_NAMES.flatMap((name) => {
    const record = records[name]
    return record === null ? [] : [{ label: RECORD_TITLES[name], record }]
  })
  if (shown.length === 0) return null
  return (
    <Stack as="section" gap={2} aria-labelledby="records">
      <h2 id="records">League records</h2>
      <Grid as="ul" min={220} gap={3}>
        {shown.map(({ label, record }) => (
          <Stack as="li" gap={1} key={label} className={ui.card}>
            <span className={ui.note}>{label}</span>
            <Text isNumeric size="2xl" weight={700}>
              {formatPoints(record.value)}
            </Text>
            <span className={ui.breakable}>{holderOf(record)}</span>
            <span className={ui.note}>
              Week {record.week}, {record.season}
            </span>
          </Stack>
        ))}
      </Grid>
    </Stack>
  )
}

function holderOf({ side, away, home }: PublicRecord): string {
  const name = (team: PublicRecord['home']) =>
    team.owner === null ? team.name : `${team.name} (${team.owner})`
  return side === null ? `${name(away)} and ${name(home)}` : name(side === 'away' ? away : home)
}

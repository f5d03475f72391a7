import { describeFormat, hasMatchups } from '@fieldhouse/domain/seasons/scoring-format'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import type { SeasonViewProps } from '../../api/operations.ts'
import { Link } from '../../router/link.tsx'
import { type Location, useLocation } from '../../router/router.ts'
import { ShareButton } from '../../router/sharing.tsx'
import { Avatar, Headshot } from '../../ui/display/avatar.tsx'
import { DataTable } from '../../ui/display/data-table.tsx'
import { HighlightOnChange, TeamCell } from '../../ui/display/team.tsx'
import { EmptyState, Loaded } from '../../ui/feedback/feedback.tsx'
import { hasProjections, ProjectionsContext } from '../../ui/feedback/freshness.tsx'
import { formatPoints } from '../../ui/format/format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import { weeklyAwardsQuery } from '../awards/read-awards.ts'
import { GameList } from './game-list.tsx'
import styles from './matchups.module.css'
import {
  type Matchup,
  type MatchupTeam,
  type Scoreboard,
  scoreboardQuery,
  shownWeek,
} from './use-matchups.ts'
import { WeekTab } from './week-tab.tsx'

type Props = SeasonViewProps & {
  views?: ReactNode
  renderAwards?: (scoreboard: Scoreboard) => ReactNode
}

export function ScoreboardTab({ league, seasons, views, renderAwards }: Props) {
  const { season, week: chosenWeek } = useLocation()
  const selection = { season, week: chosenWeek }
  const current = useQuery(scoreboardQuery(league)).data
  const scoreboard = useQuery({ ...scoreboardQuery(league, selection), placeholderData: keepPreviousData })
  const week = shownWeek(chosenWeek, scoreboard.data, scoreboard.isPlaceholderData)
  return (
    <WeekTab
      name="Scoreboard"
      title={week === null ? 'Scoreboard' : `Week ${week}`}
      prefix={week === null ? '' : 'Scoreboard — '}
      week={week}
      response={scoreboard.data ?? current}
      seasons={seasons}
      current={current}
      actions={
        <>
          {views}
          {scoreboard.data === undefined || week === null ? null : (
            <ShareButton title={`Scoreboard — Week ${week}`} to={{ season: scoreboard.data.season, week }} />
          )}
        </>
      }
    >
      <Loaded query={scoreboard} name="the scoreboard" rows={6} height={84}>
        {(response) => (
          <ProjectionsContext value={hasProjections(response)}>
            <Stack
              key={`${response.season} ${response.week}`}
              gap={2}
              data-stale={scoreboard.isPlaceholderData}
            >
              <WeekGames league={league} scoreboard={response} />
            </Stack>
            {scoreboard.isPlaceholderData ? null : renderAwards?.(response)}
          </ProjectionsContext>
        )}
      </Loaded>
    </WeekTab>
  )
}

function WeekGames({ league, scoreboard }: { league: string; scoreboard: Scoreboard }) {
  const { scoring_format: format, matchups, byes, no_game: idle, scores } = scoreboard
  const note = describeFormat(format)
  if (scores.length > 0) {
    return (
      <>
        <WeeklyScores teams={scores} />
        <p className={ui.note}>{note}</p>
      </>
    )
  }
  if (!hasMatchups(format)) {
    return (
      <EmptyState isFramed hint="See Standings for the teams in order.">
        {note}
      </EmptyState>
    )
  }
  if (matchups.length === 0 && byes.length === 0) {
    return (
      <EmptyState isFramed hint="Matchups appear once the schedule is set.">
        No matchups this week.
      </EmptyState>
    )
  }
  return (
    <>
      <Highlights league={league} scoreboard={scoreboard} />
      <GameList scoreboard={scoreboard} />
      <IdleTeams title="On bye" teams={byes} />
      <IdleTeams title="No game this week" teams={idle} />
      {note === null ? null : <p className={ui.note}>{note}</p>}
    </>
  )
}

type Highlight = {
  label: string
  name: string
  picture: ReactNode
  value: number
  to: Partial<Location>
}

function Highlights({ league, scoreboard }: { league: string; scoreboard: Scoreboard }) {
  const { season, week, scoring_format: format, matchups } = scoreboard
  const played = matchups.filter(({ state }) => state === 'live' || state === 'final')
  const isFinal = played.length > 0 && matchups.every(({ state }) => state !== 'live' && state !== 'before')
  const awards = useQuery({
    ...weeklyAwardsQuery(league, { season, week: week ?? 0 }),
    enabled: isFinal && week !== null && format === 'points',
  })
  const highlights = listHighlights(played, { season, week })
  if (format !== 'points' || highlights.length === 0) return null
  const bench = awards.data?.awards.find(({ name }) => name === 'bench_blunder')
  const benchTeam = teamsOf(played).find(({ team_id: id }) => id === bench?.team_id)
  // What the bench could have scored is known after the week. Until then, the last one is the best player.
  const shown =
    bench === undefined || benchTeam === undefined
      ? highlights
      : [
          ...highlights.slice(0, 3),
          {
            ...ofTeam(benchTeam, 'On bench', bench.value),
            to: { tab: 'roster', season, team: bench.team_id } as const,
          },
        ]
  return (
    <ul className={styles.highlights} aria-label={isFinal ? `Best of week ${week}` : `Week ${week} so far`}>
      {shown.map(({ label, name, picture, value, to }) => (
        <li key={label}>
          <Link to={to} className={`${ui.frame} ${ui.opens} ${styles.highlight}`}>
            <Text size="s" tone="muted" lines={1}>
              {label}
              {isFinal || label === 'Closest' ? '' : ' so far'}
            </Text>
            <Row as="span" gap={1}>
              {picture}
              <Text size="l" weight={700} isNumeric>
                <HighlightOnChange value={value}>
                  {label === 'Closest' && value < 0.1 ? value.toFixed(2) : formatPoints(value)}
                </HighlightOnChange>
              </Text>
              <Text lines={1} className={styles.winner}>
                {name}
              </Text>
            </Row>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The highest and the lowest score, the smallest difference and the best player of games that have begun. */
function listHighlights(
  games: readonly Matchup[],
  { season, week }: Pick<Scoreboard, 'season' | 'week'>,
): Highlight[] {
  const teams = teamsOf(games).toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0))
  const margin = ({ away, home }: Matchup) => Math.abs((away.score ?? 0) - (home.score ?? 0))
  const closest = games.toSorted((a, b) => margin(a) - margin(b))[0]
  const [top, low] = [teams[0], teams.at(-1)]
  if (top === undefined || low === undefined || closest === undefined || !top.score) return []
  const gameOf = (team: MatchupTeam) => games.find(({ away, home }) => away === team || home === team)
  const toGame = (game: Matchup | undefined) =>
    ({ tab: 'matchup', season, week, game: game?.id ?? null }) as const
  const scorer = teams
    .flatMap(({ top_scorer: best }) => best ?? [])
    .toSorted((a, b) => b.points - a.points)[0]
  return [
    { ...ofTeam(top, 'Top', top.score), to: toGame(gameOf(top)) },
    { ...ofTeam(low, 'Low', low.score ?? 0), to: toGame(gameOf(low)) },
    {
      ...ofTeam(closest.away, 'Closest', margin(closest)),
      name: `${closest.away.name}, ${closest.home.name}`,
      picture: (
        <Row as="span" gap={0} className={styles.pair}>
          <Avatar name={closest.away.name} src={closest.away.logo} color={closest.away.color} size="xs" />
          <Avatar name={closest.home.name} src={closest.home.logo} color={closest.home.color} size="xs" />
        </Row>
      ),
      to: toGame(closest),
    },
    ...(scorer === undefined
      ? []
      : [
          {
            label: 'Best',
            name: scorer.player,
            value: scorer.points,
            picture: <Headshot player={scorer.player} espnId={scorer.espn_id} nflTeam={null} size="xs" />,
            to: { player: scorer.espn_id },
          },
        ]),
  ]
}

function ofTeam({ name, logo, color }: MatchupTeam, label: string, value: number) {
  return { label, name, value, picture: <Avatar name={name} src={logo} color={color} size="xs" /> }
}

function teamsOf(games: readonly Matchup[]): MatchupTeam[] {
  return games.flatMap(({ away, home }) => [away, home])
}

function WeeklyScores({ teams }: { teams: Scoreboard['scores'] }) {
  return (
    <DataTable
      caption="Points of the week"
      columns={[
        { label: 'Team', kind: 'head', cell: (team) => <TeamCell team={team} /> },
        {
          label: 'Points',
          isStrong: true,
          cell: ({ score }) => <HighlightOnChange value={score}>{formatPoints(score)}</HighlightOnChange>,
        },
      ]}
      rows={teams}
      keyOf={(team) => team.team_id}
      isMine={(team) => team.is_mine}
    />
  )
}

function IdleTeams({ title, teams }: { title: string; teams: Scoreboard['byes'] }) {
  const id = useId()
  if (teams.length === 0) return null
  return (
    <Stack as="section" gap={1} aria-labelledby={id}>
      <Text as="h3" id={id} size="m" tone="muted">
        {title}
      </Text>
      <Row as="ul" gap={4} wraps>
        {teams.map((team) => (
          <Row as="li" key={team.team_id} data-mine={team.is_mine || undefined}>
            <Avatar name={team.name} src={team.logo} color={team.color} />
            <Text weight={team.is_mine ? 700 : 600}>{team.name}</Text>
          </Row>
        ))}
      </Row>
    </Stack>
  )
}

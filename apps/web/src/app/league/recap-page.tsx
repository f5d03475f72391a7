import type { RecapCard as Recap } from '@fieldhouse/contract/recap'
import { useQuery } from '@tanstack/react-query'
import { type Standings, standingsQuery } from '../../api/operations.ts'
import { lineupsQuery, luckQuery } from '../../features/insights/use-insights.ts'
import { scoreboardQuery } from '../../features/matchups/use-matchups.ts'
import { Link } from '../../router/link.tsx'
import { teamColorStyle } from '../../theme/team-color.ts'
import { Headshot } from '../../ui/display/avatar.tsx'
import { PlayerName } from '../../ui/display/player.tsx'
import { Bar, Track } from '../../ui/feedback/progress.tsx'
import { formatPoints } from '../../ui/format/format.ts'
import { Fill, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { RecapCard, RecapPicture, RecapTeam } from '../../ui/recap/recap-card.tsx'
import ui from '../../ui/ui.module.css'
import styles from './league.module.css'

type Week = { league: string; season: number; week: number }
type Props = Week & { card: Recap }

type Team = Standings['standings'][number]
type PictureProps = Week & { teams: readonly Team[] }

export function RecapPage({ card, ...week }: Props) {
  const teams = useQuery(standingsQuery(week.league, week.season)).data?.standings ?? []
  return (
    <RecapCard recap={card} teamOf={(id) => teams.find((team) => team.team_id === id)}>
      <WeekLuck {...week} teams={teams} />
      <BenchBlunder {...week} teams={teams} />
      <GameToWatch {...week} teams={teams} />
    </RecapCard>
  )
}

const LUCK_ROWS = 3

function WeekLuck({ league, season, week, teams }: PictureProps) {
  const { data } = useQuery(luckQuery(league, season))
  const rows = (data?.teams ?? [])
    .flatMap(({ team_id: id, weeks }) => {
      const team = teams.find((each) => each.team_id === id)
      const luck = weeks.find((each) => each.week === week)?.luck ?? 0
      return team === undefined || luck === 0 ? [] : [{ team, luck }]
    })
    .toSorted((a, b) => b.luck - a.luck)
  const shown = rows.length <= 2 * LUCK_ROWS ? rows : [...rows.slice(0, LUCK_ROWS), ...rows.slice(-LUCK_ROWS)]
  if (shown.length === 0) return null
  return (
    <RecapPicture title="Luck of the week">
      <Stack as="ul" gap={2}>
        {shown.map(({ team, luck }) => (
          <li key={team.team_id}>
            <Row gap={3}>
              <RecapTeam team={team} look={team} />
              <Text weight={700} isNumeric tone={luck > 0 ? 'good' : 'bad'}>
                {luck > 0 ? '+' : '−'}
                {Math.abs(luck).toFixed(2)}
              </Text>
            </Row>
            <Track zero={0.5}>
              <Bar
                from={0.5}
                to={0.5 + Math.max(-1, Math.min(1, luck)) / 2}
                data-tone={luck > 0 ? 'good' : 'bad'}
              />
            </Track>
          </li>
        ))}
      </Stack>
    </RecapPicture>
  )
}

function BenchBlunder({ league, season, week, teams }: PictureProps) {
  const { data } = useQuery(lineupsQuery(league, season, week))
  if (data?.nfl_week !== week) return null
  const [worst] = data.teams
    .flatMap(({ team_id: id, lineup }) => (lineup === null ? [] : [{ id, ...lineup }]))
    .toSorted((a, b) => b.left_on_bench - a.left_on_bench)
  const team = teams.find((each) => each.team_id === worst?.id)
  const [benched, started] = [worst?.to_start[0], worst?.to_bench[0]]
  if (worst === undefined || team === undefined || benched === undefined) return null
  return (
    <RecapPicture title="Bench blunder">
      <Stack gap={2}>
        <Row gap={3}>
          <RecapTeam team={team} look={team} />
          <Text weight={700} isNumeric tone="bad">
            −{formatPoints(worst.left_on_bench)}
          </Text>
        </Row>
        {[
          { player: benched, label: 'On the bench' },
          ...(started === undefined ? [] : [{ player: started, label: 'Started' }]),
        ].map(({ player, label }) => (
          <Row key={label} gap={3}>
            <Headshot player={player.name} espnId={player.player_id} nflTeam={null} size="l" />
            <Fill>
              <div className={ui.note}>{label}</div>
              <PlayerName player={player.name} espnId={player.player_id} />
            </Fill>
            <Text size="xl" weight={700} isNumeric>
              {formatPoints(player.points)}
            </Text>
          </Row>
        ))}
      </Stack>
    </RecapPicture>
  )
}

function GameToWatch({ league, season, week, teams }: PictureProps) {
  const next = week + 1
  const { data } = useQuery(scoreboardQuery(league, { season, week: next }))
  if (data?.week !== next) return null
  const rankOf = (id: number) => teams.find((team) => team.team_id === id)?.rank ?? teams.length
  const [game] = data.matchups.toSorted(
    (a, b) =>
      rankOf(a.away.team_id) + rankOf(a.home.team_id) - rankOf(b.away.team_id) - rankOf(b.home.team_id),
  )
  if (game === undefined) return null
  return (
    <RecapPicture title={`Game to watch in week ${next}`}>
      <Stack gap={2}>
        {[game.away, game.home].map((team) => (
          <Row key={team.team_id} gap={3} className={styles.recapPageSide} style={teamColorStyle(team.color)}>
            <RecapTeam team={team} look={team} />
            <Text tone="muted">#{rankOf(team.team_id)}</Text>
          </Row>
        ))}
        <Link
          className={ui.standaloneLink}
          to={{ tab: 'matchup', view: null, post: null, season, week: next, game: game.id }}
        >
          Open the game
        </Link>
      </Stack>
    </RecapPicture>
  )
}

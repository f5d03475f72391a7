import { formatOrdinal } from '@fieldhouse/domain/pluralize'
import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { hasMatchups, hasWeeklyPoints } from '@fieldhouse/domain/seasons/scoring-format'
import { useQuery } from '@tanstack/react-query'
import { gameName } from '../../../features/matchups/format.ts'
import { GameScore } from '../../../features/matchups/game-score.tsx'
import { scoreboardQuery } from '../../../features/matchups/use-matchups.ts'
import { type Player, playerQuery } from '../../../features/roster/use-roster.ts'
import { type TeamResponse, teamQuery } from '../../../features/teams/use-teams.ts'
import { Avatar, Headshot } from '../../../ui/display/avatar.tsx'
import { Stat } from '../../../ui/display/stat.tsx'
import { hasProjections, ProjectionsContext } from '../../../ui/feedback/no-projections.tsx'
import { formatPoints } from '../../../ui/format/points.ts'
import { formatUsers } from '../../../ui/format/users.ts'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import { LoadedQuote, QuoteFrame, type QuoteProps } from './quote-frame.tsx'
import styles from './quotes.module.css'

/** A matchup, live. All matchups of a week are read together, so that many cards need one request. */
export function GameQuote({ league, quote, target }: QuoteProps<'game'>) {
  const { season, week, game: id } = target
  const query = useQuery(scoreboardQuery(league, { season, week }))
  return (
    <LoadedQuote quote={quote} query={query} name="the matchup" heightPx={176}>
      {(response) => {
        const game = response.matchups.find((matchup) => matchup.id === id)
        if (game === undefined || response.season !== season || response.week !== week) return null
        return (
          <ProjectionsContext value={hasProjections(response)}>
            <QuoteFrame
              quote={quote}
              kind={`Matchup · ${season}, Week ${week}`}
              label={`${gameName(game, response.provider)}, ${season} week ${week}`}
            >
              <Stack gap={1}>
                <GameScore game={game} provider={response.provider} />
              </Stack>
            </QuoteFrame>
          </ProjectionsContext>
        )
      }}
    </LoadedQuote>
  )
}

export function PlayerQuote({ league, quote, target: { player: id, season } }: QuoteProps<'player'>) {
  const query = useQuery(playerQuery(league, id, season))
  return (
    <LoadedQuote quote={quote} query={query} name="the player" heightPx={132}>
      {(player) => (
        <QuoteFrame quote={quote} kind={`Player · ${player.season}`} label={player.player}>
          <Row gap={3}>
            <Headshot
              player={player.player}
              espnId={player.espn_id}
              nflTeam={player.this_week.nfl_team}
              size="l"
            />
            <div className={ui.breakable}>
              <p className={styles.name}>{player.player}</p>
              <p className={ui.note}>
                {[player.position, player.this_week.nfl_team ?? 'Free agent', rosterOf(player)]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
          </Row>
          {hasWeeklyPoints(player.scoring_format) ? <PlayerStats player={player} /> : null}
        </QuoteFrame>
      )}
    </LoadedQuote>
  )
}

/** The name of the team that has the player; '' without one. */
function rosterOf({ team, teams }: Player): string {
  return teams.find(({ team_id: id }) => id === team?.team_id)?.name ?? ''
}

function PlayerStats({ player: { season, week, this_week: game, games } }: { player: Player }) {
  const points = games.reduce((sum, each) => sum + (each.points ?? 0), 0)
  return (
    <dl className={styles.stats}>
      <Stat label={`${season} points`} value={games.length === 0 ? '—' : formatPoints(points)} />
      {week === null ? null : <Stat label={`Week ${week}`} value={formatPoints(game.actual)} />}
      {week === null || game.proj === null ? null : (
        <Stat label="Projected" value={formatPoints(game.proj)} />
      )}
    </dl>
  )
}

export function TeamQuote({ league, quote, target: { team: id, season } }: QuoteProps<'team'>) {
  const query = useQuery(teamQuery(league, { team: id, season, week: null }))
  return (
    <LoadedQuote quote={quote} query={query} name="the team" heightPx={132}>
      {(response) => (
        <QuoteFrame
          quote={quote}
          kind={`Team · ${response.season}`}
          label={`${response.team.name}, ${response.season}`}
        >
          <Row gap={3}>
            <Avatar name={response.team.name} src={response.team.logo} color={response.team.color} size="m" />
            <div className={ui.breakable}>
              <p className={styles.name}>{response.team.name}</p>
              <p className={ui.note}>{formatUsers(response.team) ?? response.team.owners[0]}</p>
            </div>
          </Row>
          <TeamStats response={response} />
        </QuoteFrame>
      )}
    </LoadedQuote>
  )
}

function TeamStats({ response: { team, scoring_format: format } }: { response: TeamResponse }) {
  return (
    <dl className={styles.stats}>
      <Stat label="Rank" value={team.rank === null ? '—' : formatOrdinal(team.rank)} />
      {hasMatchups(format) ? <Stat label="Record" value={formatRecord(team.record)} /> : null}
      {format === 'categories' ? null : <Stat label="Points for" value={formatPoints(team.points_for)} />}
    </dl>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Trophy } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from '../../router/link.tsx'
import { Avatar, Headshot } from '../../ui/display/avatar.tsx'
import { Loaded } from '../../ui/feedback/feedback.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Fill, Grid, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import { AWARD_TEXTS, AwardCountsDialog } from './award-counts.tsx'
import { type WeeklyAward, type WeeklyAwards, weeklyAwardsQuery } from './read-awards.ts'

type Team = { team_id: number; name: string; logo: string | null; color?: string | null | undefined }

type Props = {
  league: string
  season: number
  /** A completed matchup period. */
  week: number
  teams: readonly Team[]
}

/** The awards of a week below its games. Renders nothing for a week without awards, such as one of the playoffs. */
export function WeekAwards({ league, season, week, teams }: Props) {
  const id = useId()
  const [isCounting, setCounting] = useState(false)
  const query = useQuery(weeklyAwardsQuery(league, { season, week }))
  if (query.data !== undefined && query.data.awards.length === 0) return null
  return (
    <Stack as="section" gap={3} aria-labelledby={id}>
      <Row isSpread>
        <h3 id={id}>Awards of week {week}</h3>
        <Button variant="quiet" onClick={() => setCounting(true)}>
          <Trophy size={18} aria-hidden="true" /> All winners
        </Button>
      </Row>
      <Loaded query={query} name="awards" rows={3} height={72}>
        {(data) => <AwardGrid response={data} teams={teams} />}
      </Loaded>
      {isCounting ? (
        <AwardCountsDialog league={league} season={season} onClose={() => setCounting(false)} />
      ) : null}
    </Stack>
  )
}

function AwardGrid({ response, teams }: { response: WeeklyAwards; teams: readonly Team[] }) {
  const { season, awards, has_lineups: hasLineups } = response
  const hasSeveralWeeks = new Set(awards.map((award) => award.nfl_week)).size > 1
  const names = [...new Set(awards.map(({ name }) => name))]
  return (
    <>
      <Grid as="ul" min={250} gap={3}>
        {names.flatMap((name) => {
          const text = AWARD_TEXTS[name]
          const ofName = awards.filter((award) => award.name === name)
          const notListed = countNotListed(ofName)
          return text === undefined ? (
            []
          ) : (
            <li key={name} className={ui.card} title={`${text.label}: ${text.rule}`}>
              <Stack gap={2}>
                <Text as="h4" size="s" tone="muted">
                  {text.label}
                </Text>
                {ofName.map((award) => (
                  <Winner
                    key={`${award.nfl_week} ${award.team_id} ${award.player?.player_id}`}
                    award={award}
                    season={season}
                    team={teams.find((team) => team.team_id === award.team_id)}
                    detail={`${text.describe(award)}${hasSeveralWeeks ? `, NFL week ${award.nfl_week}` : ''}`}
                  />
                ))}
                {notListed === 0 ? null : <p className={ui.note}>and {notListed} more</p>}
              </Stack>
            </li>
          )
        })}
      </Grid>
      {hasLineups ? null : (
        <p className={ui.note}>The lineups of this week aren't stored, so there are no awards for them.</p>
      )}
      <details className={ui.link}>
        <summary>How awards are decided</summary>
        <Stack as="ul" gap={1}>
          {Object.values(AWARD_TEXTS).map(({ label, rule }) => (
            <li key={label}>
              <strong>{label}</strong>: {rule}.
            </li>
          ))}
        </Stack>
        <p className={ui.note}>
          Teams with equal values share an award. A tied game is neither won nor lost. Playoff weeks have no
          awards.
        </p>
      </details>
    </>
  )
}

function countNotListed(listed: readonly WeeklyAward[]): number {
  const sharedBy = new Map(listed.map((award) => [award.nfl_week, award.shared_by]))
  return [...sharedBy.values()].reduce((sum, count) => sum + count, 0) - listed.length
}

type WinnerProps = { award: WeeklyAward; season: number; team: Team | undefined; detail: string }

function Winner({ award: { player, team_id: teamId, times }, season, team, detail }: WinnerProps) {
  const name = team?.name ?? `Team ${teamId}`
  return (
    <Row gap={3}>
      {player === null ? (
        <Avatar name={name} src={team?.logo ?? null} color={team?.color} />
      ) : (
        <Headshot player={player.name} espnId={player.player_id} nflTeam={null} />
      )}
      <Fill>
        <Text as="p" weight={600} lines={2}>
          <Link to={{ tab: 'roster', season, team: teamId }}>{name}</Link>
        </Text>
        <p className={ui.note}>{detail}</p>
      </Fill>
      {times > 1 ? (
        <span className={ui.chip} title={`${times} times this season`}>
          {times}×<span className={ui.hidden}> this season</span>
        </span>
      ) : null}
    </Row>
  )
}

import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { Fragment } from 'react'
import { Link } from '../../../router/link.tsx'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { Sparkline } from '../../../ui/display/sparkline.tsx'
import { Explanation } from '../../../ui/overlays/explanation.tsx'
import ui from '../../../ui/ui.module.css'
import type { TeamOf } from '../insight-view.tsx'
import { explainTeam } from './explain-race.ts'
import { OddsBar, OddsNumber } from './odds-bar.tsx'
import styles from './odds-list.module.css'
import {
  bySeed,
  describeMagicNumber,
  formatChange,
  formatShare,
  formatStatus,
  formatTitle,
} from './race-format.ts'
import type { Race, TeamRace } from './use-race.ts'

type Props = {
  race: Race
  teamOf: TeamOf
  /** The odds of a team after each week so far, in order. */
  trendOf: (teamId: number) => readonly number[]
  /** What the odds are compared with, such as 'last week'; null without a comparison. */
  before: { name: string; oddsOf: (teamId: number) => number | null } | null
  /** Whether newer odds have been requested. */
  isBehind: boolean
}

/** The teams by their seeds so far, with their odds and what is certain, and the line below the last place. */
export function OddsList({ race, teamOf, trendOf, before, isBehind }: Props) {
  return (
    <ol className={`${ui.frame} ${styles.list}`} data-stale={isBehind}>
      {bySeed(race.teams).map((team) => (
        <Fragment key={team.team_id}>
          <TeamRow team={team} {...{ race, teamOf, trendOf, before }} />
          {team.current_seed === race.places && race.places < race.teams.length ? (
            <li className={styles.line}>
              <span>
                {race.remaining_games.length === 0
                  ? 'Playoff line'
                  : 'Playoff line if the season ended today'}
              </span>
            </li>
          ) : null}
        </Fragment>
      ))}
    </ol>
  )
}

function TeamRow({ team, race, teamOf, trendOf, before }: Omit<Props, 'isBehind'> & { team: TeamRace }) {
  const info = teamOf(team.team_id)
  const status = formatStatus(team)
  const trend = trendOf(team.team_id)
  const title = formatTitle(team, race)
  const earlier = before?.oddsOf(team.team_id) ?? null
  const change = team.odds === null || earlier === null ? null : formatChange(team.odds.playoffs, earlier)
  return (
    <li className={styles.row} data-mine={info.is_mine || undefined}>
      <span className={styles.seed}>
        <span className={ui.hidden}>Seed </span>
        {team.current_seed}
      </span>
      <Avatar name={info.name} src={info.logo} color={info.color} size="s" />
      <span className={styles.team}>
        <Link className={styles.name} to={{ tab: 'roster', team: team.team_id, season: race.season }}>
          {info.name}
        </Link>
        <span className={styles.meta}>
          <span>{formatRecord(team)}</span>
          {describeMagicNumber(team) === null ? null : (
            <span className={styles.magic} title={describeMagicNumber(team) ?? undefined}>
              Magic {team.magic_number}
            </span>
          )}
          {status === null ? null : (
            <span
              className={styles.badge}
              data-status={team.proven ? team.status : (team.label ?? undefined)}
            >
              {status}
            </span>
          )}
        </span>
      </span>
      <span className={styles.odds}>
        <span className={ui.hidden}>{team.odds === null && !team.proven ? 'No odds yet' : 'Playoffs '}</span>
        <OddsNumber team={team} />
        {change === null ? null : (
          <span className={styles.change} data-tone={change.startsWith('+') ? 'good' : 'bad'}>
            {change}
            <span className={ui.hidden}> points since {before?.name}</span>
          </span>
        )}
      </span>
      <span className={styles.bar}>
        <OddsBar team={team} />
      </span>
      <span className={styles.trend}>
        {trend.length < 2 ? null : (
          <Sparkline
            values={trend}
            bounds={[0, 1]}
            color={info.color}
            label={`Playoff odds by week: ${trend.map(formatShare).join(', ')}`}
          />
        )}
      </span>
      <span className={styles.title}>
        {title === null ? null : (
          <>
            <span>Title</span> {title}
          </>
        )}
      </span>
      <span className={styles.info}>
        <Explanation title={info.name} figures={explainTeam(team, race)} simulation={race.model} />
      </span>
      {team.scenarios.map((text) => (
        <p key={text} className={styles.details}>
          {text}
        </p>
      ))}
    </li>
  )
}

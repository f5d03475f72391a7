import ui from '../../../ui/ui.module.css'
import type { InsightTeam, TeamOf } from '../insight-view.tsx'
import styles from './my-race.module.css'
import { OddsNumber } from './odds-bar.tsx'
import { describeMagicNumber, formatChange, formatStatus, provenOutcome } from './race-format.ts'
import { lossText, rootingInterests, stakesOf, type TeamStakes, winText } from './stakes.ts'
import type { Race, TeamRace } from './use-race.ts'

type Props = {
  race: Race
  team: TeamRace
  info: InsightTeam
  teamOf: TeamOf
  /** The odds a week earlier; null if there are none. */
  lastWeek: number | null
}

/** The answer for the reader's own team: the odds, what the next game decides, and whom to root for. */
export function MyRace({ race, team, info, teamOf, lastWeek }: Props) {
  const status = formatStatus(team)
  const change = team.odds === null || lastWeek === null ? null : formatChange(team.odds.playoffs, lastWeek)
  const stakes = stakesOf(race, team.team_id)
  const interests = team.proven ? [] : rootingInterests(race, team.team_id)
  const messages = [...team.scenarios, describeMagicNumber(team)].filter((text) => text !== null)
  return (
    <section className={`${ui.card} ${styles.card}`} aria-label={`The race of ${info.name}`}>
      <div className={styles.odds}>
        <p className={styles.label}>{info.name}</p>
        <p className={styles.number}>
          <OddsNumber team={team} />
        </p>
        <p className={ui.note}>
          {describePlace(team)}
          {change === null ? null : `, ${change} since last week`}
        </p>
        {status === null ? null : <p className={styles.status}>{status}</p>}
      </div>
      <div className={styles.next}>
        {messages.map((text) => (
          <p key={text}>{text}</p>
        ))}
        {stakes === null || team.proven ? null : (
          <>
            <h3>Week {stakes.week}</h3>
            <StakesOfTeam stakes={stakes} />
          </>
        )}
        {interests.length === 0 ? null : (
          <>
            <h3>Root for</h3>
            <ul className={styles.interests}>
              {interests.map(({ winner, loser, gain }) => (
                <li key={winner}>
                  <strong>{teamOf(winner).name}</strong> over {teamOf(loser).name}
                  <span className={styles.gain} data-tone="good">
                    +{Math.round(gain * 100)}
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  )
}

function describePlace(team: TeamRace): string {
  const outcome = provenOutcome(team)
  if (outcome !== null) return outcome === 'in' ? 'in the playoffs' : 'of the playoffs'
  return team.odds === null ? 'No odds yet' : 'to make the playoffs'
}

/** The playoff odds after a win and after a loss. */
function StakesOfTeam({ stakes }: { stakes: TeamStakes }) {
  return (
    <dl className={styles.stakes}>
      <Result name="With a win" text={winText(stakes)} share={stakes.win} />
      <Result name="With a loss" text={lossText(stakes)} share={stakes.loss} />
    </dl>
  )
}

function Result({ name, text, share }: { name: string; text: string; share: number | null }) {
  const shown = text === 'In' ? 1 : text === 'Out' ? 0 : (share ?? 0)
  return (
    <div className={styles.result} data-result={text}>
      <dt>{name}</dt>
      <dd>{text}</dd>
      <dd className={styles.bar} aria-hidden="true">
        <span style={{ width: `${shown * 100}%` }} />
      </dd>
    </div>
  )
}

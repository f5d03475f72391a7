import { type CSSProperties, useState } from 'react'
import { Link } from '../../router/link.tsx'
import { Avatar } from '../../ui/display/avatar.tsx'
import { formatPoints } from '../../ui/format/points.ts'
import { Button } from '../../ui/forms/button.tsx'
import { SelectField } from '../../ui/forms/field.tsx'
import ui from '../../ui/ui.module.css'
import styles from './draft-board.module.css'
import { type Draft, type DraftPick, type DraftTeam, formatSpot, formatValue } from './use-draft.ts'

/** Rounds × teams; on a phone, one round at a time. */
export function DraftBoard({ draft: { picks, teams } }: { draft: Draft }) {
  const rounds = [...new Set(picks.map(({ round }) => round))].sort((a, b) => a - b)
  const [chosen, setChosen] = useState(rounds[0] ?? 1)
  const shown = rounds.includes(chosen) ? chosen : (rounds[0] ?? 1)
  const columnOf = (pick: DraftPick) => teams.findIndex((team) => team.team_id === pick.team_id) + 1
  return (
    <div className={styles.scroll}>
      <div className={styles.rounds}>
        <SelectField
          label="Round"
          options={rounds.map((round) => ({ value: String(round), label: `Round ${round}` }))}
          value={String(shown)}
          onChange={(round) => setChosen(Number(round))}
        />
        <Button disabled={shown === rounds.at(-1)} onClick={() => setChosen(nextOf(rounds, shown))}>
          Next round
        </Button>
      </div>
      <div className={styles.board} style={{ '--teams': teams.length } as CSSProperties}>
        <div className={styles.heads} aria-hidden="true">
          {teams.map((team) => (
            <span key={team.team_id} className={styles.head} title={team.name}>
              <Avatar name={team.name} src={team.logo} color={team.color} size="xs" />
              <span className={ui.twoLines}>{team.name}</span>
            </span>
          ))}
        </div>
        {rounds.map((round) => (
          <section
            key={round}
            className={styles.round}
            data-chosen={round === shown}
            aria-label={`Round ${round}`}
          >
            <h3 className={styles.title}>Round {round}</h3>
            <ol className={styles.picks}>
              {picks
                .filter((pick) => pick.round === round)
                .map((pick) => (
                  <li
                    key={pick.overall}
                    className={styles.place}
                    style={{ '--column': columnOf(pick) } as CSSProperties}
                  >
                    <PickCard pick={pick} team={teams.find((team) => team.team_id === pick.team_id)} />
                  </li>
                ))}
            </ol>
          </section>
        ))}
      </div>
    </div>
  )
}

function nextOf(rounds: readonly number[], round: number): number {
  return rounds[rounds.indexOf(round) + 1] ?? round
}

/** The picks of each team, in an auction the most expensive first. */
export function DraftByTeam({ draft: { kind, picks, teams } }: { draft: Draft }) {
  const order = (a: DraftPick, b: DraftPick) =>
    kind === 'auction' ? (b.bid ?? 0) - (a.bid ?? 0) || a.overall - b.overall : a.overall - b.overall
  return (
    <div className={styles.teams}>
      {teams.map((team) => (
        <section key={team.team_id} className={ui.stack8} aria-label={team.name}>
          <h3 className={styles.team}>
            <Avatar name={team.name} src={team.logo} color={team.color} size="xs" />
            <span className={ui.breakable}>{team.name}</span>
          </h3>
          <ol className={ui.stack8}>
            {picks
              .filter((pick) => pick.team_id === team.team_id)
              .sort(order)
              .map((pick) => (
                <li key={pick.overall}>
                  <PickCard pick={pick} />
                </li>
              ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

const MARKS = { steal: 'Steal', bust: 'Bust' } as const

/** `team` is shown on a phone only, where the board has no columns. */
function PickCard({ pick, team }: { pick: DraftPick; team?: DraftTeam | undefined }) {
  const { player, points, value, mark, is_keeper: isKeeper, overall } = pick
  return (
    <article className={styles.pick} data-position={player.position ?? 'other'}>
      <p className={styles.line}>
        <span className={styles.position}>{player.position ?? '—'}</span>
        <span title={`Pick ${overall}`}>{formatSpot(pick)}</span>
        {isKeeper ? <span className={styles.mark}>Keeper</span> : null}
        {mark === null ? null : (
          <span className={`${styles.mark} ${ui.toned}`} data-tone={mark === 'steal' ? 'good' : 'bad'}>
            {MARKS[mark]}
          </span>
        )}
      </p>
      <p className={ui.twoLines}>
        <Link to={{ player: player.player_id }} className={styles.name}>
          {player.name}
        </Link>
      </p>
      <p className={styles.line}>
        {points === null ? null : <span>{formatPoints(points)} pts</span>}
        {value === null ? null : (
          <span
            className={`${ui.strong} ${ui.toned}`}
            data-tone={value > 0 ? 'good' : value < 0 ? 'bad' : undefined}
            title="Points beyond expectation"
          >
            {formatValue(value)}
          </span>
        )}
      </p>
      {team === undefined ? null : <p className={styles.phone}>{team.name}</p>}
    </article>
  )
}

import type { ReactNode } from 'react'
import { Avatar, Headshot } from '../../ui/display/avatar.tsx'
import { PlayerName } from '../../ui/display/player.tsx'
import { TeamCell } from '../../ui/display/team.tsx'
import { formatTradedBudget, formatTradedPick } from '../../ui/format/trade-asset.ts'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import styles from './transactions.module.css'
import type { MovedPlayer, Transaction, TransactionTeam } from './use-transactions.ts'

type Props = {
  trade: Transaction
  teams: readonly TransactionTeam[]
  renderResult?: (teamId: number) => ReactNode
  renderPlayerResult?: (teamId: number, playerId: number) => ReactNode
}

/** Of a trade whose players are known from no source. */
export const UNLISTED_PLAYERS = 'ESPN does not list the players'

const NOTES = {
  listed: null,
  derived: "ESPN does not list the players. These are those who changed teams between the weeks' rosters.",
  unlisted: `${UNLISTED_PLAYERS}.`,
} as const

export function TradeSides({ trade, teams, renderResult, renderPlayerResult }: Props) {
  const note = NOTES[trade.players]
  return (
    <>
      {note === null ? null : <p className={ui.note}>{note}</p>}
      <div className={styles.sides}>
        {trade.team_ids.map((teamId) => {
          const team = findTeam(teams, teamId)
          const isReceived = ({ to_team_id: to }: { to_team_id: number | null }) => to === teamId
          const moves = trade.moves.filter(isReceived)
          const assets = [
            ...trade.picks.filter(isReceived).map(formatTradedPick),
            ...trade.budget.filter(isReceived).map(formatTradedBudget),
          ]
          return (
            <Stack key={teamId} as="section" gap={3} className={ui.box} aria-label={`${team.name} receive`}>
              <Row gap={3} isSpread wraps>
                <TeamCell team={team} to={{ tab: 'roster', season: trade.season, team: teamId }}>
                  {team.owner === null ? null : <span className={ui.note}>{team.owner}</span>}
                </TeamCell>
                {renderResult?.(teamId)}
              </Row>
              {moves.length === 0 && assets.length === 0 ? (
                <p className={ui.note}>{trade.players === 'unlisted' ? 'Unknown' : 'Nothing listed.'}</p>
              ) : (
                <Stack as="ul" gap={2}>
                  {moves.map(({ player }) => (
                    <Row as="li" key={player.player_id} isSpread gap={3}>
                      <MovedPlayerLabel player={player} />
                      {renderPlayerResult?.(teamId, player.player_id)}
                    </Row>
                  ))}
                  {assets.map((asset) => (
                    <li key={asset} className={styles.other}>
                      {asset}
                    </li>
                  ))}
                </Stack>
              )}
            </Stack>
          )
        })}
      </div>
    </>
  )
}

export function findTeam(teams: readonly TransactionTeam[], teamId: number): TransactionTeam {
  return (
    teams.find((team) => team.team_id === teamId) ?? {
      team_id: teamId,
      name: `Team ${teamId}`,
      logo: null,
      color: null,
      owner: null,
    }
  )
}

export function MovedPlayerLabel({ player }: { player: MovedPlayer }) {
  const details = [player.position, player.nfl_team].filter((text) => text !== null).join(' · ')
  return (
    <Row as="span">
      <Headshot player={player.name} espnId={player.player_id} nflTeam={player.nfl_team} />
      <span className={ui.breakable}>
        <PlayerName player={player.name} espnId={player.player_id} />{' '}
        <span className={ui.note}>{details}</span>
      </span>
    </Row>
  )
}

export function TeamLabel({ team }: { team: TransactionTeam }) {
  return (
    <Row as="span" className={styles.teamLabel}>
      <Avatar name={team.name} src={team.logo} color={team.color} size="xs" />
      <span className={ui.breakable}>{team.name}</span>
    </Row>
  )
}

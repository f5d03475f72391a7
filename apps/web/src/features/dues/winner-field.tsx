import { getNewerValues } from '../../api/api-error.ts'
import { type DescribeEdit, EditConflict } from '../../ui/feedback/edit-conflict.tsx'
import { ErrorNotice } from '../../ui/feedback/notice.tsx'
import { SelectField } from '../../ui/forms/field.tsx'
import ui from '../../ui/ui.module.css'
import { prizeName, teamName } from './dues-text.ts'
import { type Dues, type Prize, useChangeDues } from './use-dues.ts'

const NOBODY = ''

type Props = { league: string; dues: Dues; prize: Prize }

/** Names the winner of a prize of the league. */
export function WinnerField({ league, dues, prize }: Props) {
  const change = useChangeDues(league)
  const stored = prize.awards[0]?.winners[0]?.team_id ?? null
  const sent = change.isPending && change.variables.key === WINNER ? change.variables.body.team_id : stored
  const teams = dues.teams.flatMap(({ team_id: id, name }) =>
    id === null ? [] : [{ value: String(id), label: name }],
  )

  function save(teamId: number | null, expected: { team_id?: number | null } = { team_id: stored }) {
    const body = { season: dues.season, prize_id: prize.prize_id, team_id: teamId, expected }
    change.mutate({ key: WINNER, body })
  }

  const describe: DescribeEdit = (value) =>
    value === '' ? 'named no winner' : `named ${teamName(dues, Number(value))} the winner`
  const attempted = change.variables?.key === WINNER ? (change.variables.body.team_id as number | null) : null
  return (
    <div className={ui.stack8} aria-busy={change.isPending}>
      <SelectField
        label={`Winner of ${prizeName(prize)}`}
        options={[{ value: NOBODY, label: 'Not decided yet' }, ...teams]}
        value={sent == null ? NOBODY : String(sent)}
        onChange={(value) => save(value === NOBODY ? null : Number(value))}
      />
      <EditConflict<{ team_id?: number | null }>
        error={change.error}
        edits={{ team_id: describe }}
        isSaving={change.isPending}
        onKeepTheirs={() => change.reset()}
        onSaveMine={(expected) => save(attempted, expected)}
      />
      <ErrorNotice
        error={getNewerValues(change.error) === null ? change.error : null}
        fallback="Failed to save the winner."
      />
    </div>
  )
}

const WINNER = 'POST /api/league/:league/dues/winner/'

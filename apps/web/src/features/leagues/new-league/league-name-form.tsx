import { getFormErrorMessage, hasErrorCode } from '../../../api/api-error.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../../ui/forms/use-form.tsx'
import { type NewLeague, useCreateLeague } from './use-new-league.ts'

type Props = Omit<NewLeague, 'name'> & {
  suggestedName?: string | null
  cancelLabel: string
  onCreated: (league: string) => void
  onCancel: () => void
}

export function LeagueNameForm({ suggestedName, cancelLabel, onCreated, onCancel, ...rest }: Props) {
  const create = useCreateLeague()
  const form = useForm({
    initial: { name: suggestedName ?? '' },
    mutation: create,
    check: ({ name }) => ({ name: name.trim() === '' ? 'League name required.' : undefined }),
    toRequest: ({ name }) => ({ ...rest, name: name.trim() }),
    clears: false,
    onSent: (_, { name }) => onCreated(name),
  })
  const name = form.field('name')
  const isTaken = hasErrorCode(create.error, 'league_name_taken')
  return (
    <ActionForm
      form={form}
      label="Create league"
      action="Create league"
      busy="Creating…"
      fallback={(error) => (isTaken ? null : getFormErrorMessage(error, 'Something went wrong.'))}
      others={<Button onClick={onCancel}>{cancelLabel}</Button>}
      noValidate
    >
      <TextField
        {...name}
        label="League name"
        problem={isTaken ? create.error?.message : name.problem}
        hint="You can change it later."
        autoComplete="off"
      />
    </ActionForm>
  )
}

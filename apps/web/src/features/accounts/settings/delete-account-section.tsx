import { type SubmitEvent, useState } from 'react'
import { ErrorNotice } from '../../../ui/feedback/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import ui from '../../../ui/ui.module.css'
import { useDeleteAccount } from './use-account.ts'

type Props = { username: string }

/** Deletes the user's account, after they have typed their username. */
export function DeleteAccountSection({ username }: Props) {
  const [typed, setTyped] = useState('')
  const remove = useDeleteAccount()
  const canSubmit = typed.trim() === username && !remove.isPending

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (canSubmit) remove.mutate(typed)
  }

  return (
    <Card title="Delete account">
      <form className={ui.stack16} onSubmit={submit} aria-label="Delete account">
        <p>
          Your name, email, passkeys, API tokens and memberships are deleted, and you're signed out
          everywhere. This cannot be undone. Your posts, comments, votes and picks stay in your leagues, as
          those of a former member. Delete the posts first that you don't want to leave behind.
        </p>
        <TextField
          label={`Type “${username}” to confirm`}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <ErrorNotice error={remove.error} fallback="Failed to delete your account." />
        <div>
          <Button type="submit" disabled={!canSubmit}>
            {remove.isPending ? 'Deleting…' : 'Delete my account'}
          </Button>
        </div>
      </form>
    </Card>
  )
}

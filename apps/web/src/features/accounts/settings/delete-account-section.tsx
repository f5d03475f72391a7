import { TextField } from '../../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../../ui/forms/use-form.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { useDeleteAccount } from './use-account.ts'

export function DeleteAccountSection({ username }: { username: string }) {
  const form = useForm({
    initial: { typed: '' },
    mutation: useDeleteAccount(),
    toRequest: ({ typed }) => (typed.trim() === username ? typed : null),
  })
  return (
    <Card title="Delete account">
      <ActionForm
        form={form}
        label="Delete account"
        action="Delete my account"
        busy="Deleting…"
        fallback="Failed to delete your account."
        isStrong={false}
      >
        <p>
          Your name, email, passkeys, API tokens and memberships are deleted, and you're signed out
          everywhere. This cannot be undone. Your posts, comments, votes and picks stay in your leagues, as
          those of a former member. Delete the posts first that you don't want to leave behind.
        </p>
        <TextField
          {...form.field('typed')}
          label={`Type “${username}” to confirm`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </ActionForm>
    </Card>
  )
}

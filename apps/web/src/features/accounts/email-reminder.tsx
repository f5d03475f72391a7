import { useQuery } from '@tanstack/react-query'
import { MutationNotice, Notice } from '../../ui/feedback/feedback.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { emailStatusQuery, useSendVerificationEmail } from './use-account.ts'

/** Asks to verify the email address; nothing if it is verified, there is none, or the site sends no email. */
export function EmailReminder() {
  const status = useQuery(emailStatusQuery).data
  const send = useSendVerificationEmail()
  if (status !== 'unverified') return null
  return (
    <Stack>
      <Notice tone="warn">
        Your email isn't verified yet. Open the link in the email from Fieldhouse. Until then, nothing else is
        sent to it, not even a link to reset your password.
      </Notice>
      <MutationNotice mutation={send} fallback="Couldn't send the email." />
      <Row>
        <Button disabled={send.isPending} onClick={() => send.mutate()}>
          {send.isPending ? 'Sending…' : 'Send again'}
        </Button>
      </Row>
    </Stack>
  )
}

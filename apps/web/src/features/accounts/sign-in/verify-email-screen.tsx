import { ApiError } from '../../../api/api-client.ts'
import { ErrorNotice, Notice } from '../../../ui/feedback/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import ui from '../../../ui/ui.module.css'
import { AuthCard } from './auth-card.tsx'
import { useVerifyEmail } from './use-auth.ts'

type Props = {
  token: string
  isSignedIn: boolean
  onContinue: () => void
}

/** Nothing happens before the button is pressed, because mail scanners open links too. */
export function VerifyEmailScreen({ token, isSignedIn, onContinue }: Props) {
  const verify = useVerifyEmail()
  const isInvalid = verify.error instanceof ApiError && verify.error.code === 'invalid_verification_link'
  return (
    <AuthCard
      title="Verify your email"
      subtitle="Confirm that you entered this address for your account."
      footer={
        <Button variant="quiet" onClick={onContinue}>
          {isSignedIn ? 'Continue to Fieldhouse' : 'Go to sign in'}
        </Button>
      }
    >
      {verify.isSuccess ? (
        <Notice tone="good">{verify.data.message} You can use it to sign in.</Notice>
      ) : null}
      <ErrorNotice error={verify.error} fallback="Your email wasn't verified." />
      {isInvalid ? (
        <p className={ui.note}>To get a new link, sign in and choose "Send again" on your account page.</p>
      ) : null}
      {verify.isSuccess || isInvalid ? null : (
        <Button variant="strong" disabled={verify.isPending} onClick={() => verify.mutate(token)}>
          {verify.isPending ? 'Verifying…' : 'Verify email'}
        </Button>
      )}
    </AuthCard>
  )
}

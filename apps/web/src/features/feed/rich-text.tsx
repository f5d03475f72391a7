import { lazy, Suspense } from 'react'

const LinkedText = lazy(async () => {
  try {
    return { default: (await import('./linked-text.tsx')).LinkedText }
  } catch {
    // What finds addresses could not be fetched: the text is still a text.
    return { default: PlainText }
  }
})

/** What members write: text, in which only addresses become links, without a change to how it reads. */
export function RichText({ children: text }: { children: string }) {
  if (!/:\/\/|www\.|@/i.test(text)) return text
  return (
    <Suspense fallback={text}>
      <LinkedText>{text}</LinkedText>
    </Suspense>
  )
}

function PlainText({ children: text }: { children: string }) {
  return <>{text}</>
}

export type SharedContent = { title: string; url: string } | { title: string; files: File[] }

/** Opens the share sheet of the device. Returns when something was shared, or the person closed it. */
export async function openShareSheet(content: SharedContent): Promise<void> {
  try {
    await navigator.share(content)
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'AbortError') throw error
  }
}

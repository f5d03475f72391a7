export async function renderSvg(
  content: string,
  width: number,
  height: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const { default: sharp } = await import('sharp')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`
  return Uint8Array.from(await sharp(Buffer.from(svg)).png().toBuffer())
}

/** What a list answers: a bare array under /v1 and /v2, elsewhere an object that counts its pages. */
type Listed = readonly unknown[] | { readonly page: number; readonly totalPages: number };

const DEFAULT_PER_PAGE = 50;

/** The pages of a list from the first one on; it asks for the next one only when that is wanted. */
export async function* eachPage<Page>(
  perPage: number | undefined,
  read: (page: number) => Promise<Page>,
): AsyncGenerator<Page, void, undefined> {
  for (let number = 1; ; number += 1) {
    const page = await read(number);
    yield page;
    if (isLast(page, perPage ?? DEFAULT_PER_PAGE)) return;
  }
}

function isLast(page: unknown, perPage: number): boolean {
  const listed = page as Listed;
  return 'totalPages' in listed ? listed.page >= listed.totalPages : listed.length < perPage;
}

/**
 * The id of the data block in which a page of the shop brings answers of the API with it: a JSON object whose names are paths as
 * they are asked for. Only what everybody may know, as it was when the page was sent.
 */
export const PAGE_DATA = 'page-data';

export type PageData = Readonly<Record<string, unknown>>;
